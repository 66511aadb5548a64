// The one place that says which Node this product needs; readable by any Node that knows modules.
const NEEDED = [20, 19];

export function requireNode() {
  const have = process.versions.node.split(".").map(Number);
  if (have[0] > NEEDED[0] || (have[0] === NEEDED[0] && have[1] >= NEEDED[1])) return;
  console.error(
    `Interlock needs Node ${NEEDED.join(".")} or newer, this is ${process.versions.node}: install one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
