// The last thing that a start prints: where to go, who to be, and a line to paste.
import type { Demo } from "./demo-file";

const FIRST_INTENT = {
  tool: "refund_payment",
  run: "hello",
  step: "1",
  args: { paymentId: "pay_1001", amount: "$20", reason: "requested", note: "My first refund" },
};

export function welcome(url: string, demo: Demo | null): string {
  const lines = ["", `  Interlock is running at ${url}`];
  if (demo !== null) {
    lines.push(
      "",
      `  Sign in     ${demo.operator.email}`,
      `  Password    ${demo.operator.password}`,
      `  Agent key   ${demo.agentKey}`,
      "",
      "  Ask for a refund. Paste it twice: it happens once.",
      "",
      curlLine(demo),
    );
  }
  return [...lines, "", "  Ctrl-C stops everything.", ""].join("\n");
}

/** One line, so that every shell takes it as it is pasted. */
function curlLine({ url, agentKey }: Demo): string {
  const body = JSON.stringify(FIRST_INTENT);
  return `curl -sS ${url}/api/v1/intents -H 'Authorization: Bearer ${agentKey}' -H 'Content-Type: application/json' -H 'Prefer: wait=10' -d '${body}'`;
}
