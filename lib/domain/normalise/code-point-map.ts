/** Reads the mapping tables: `a:b`, `a+n:b`, `a*n:b` and `a:b_c`; all numbers but n are hex. */
const RUN = /^([0-9a-f]+)(?:([+*])(\d+))?:([0-9a-f_]+)$/;

export function readMappings(table: readonly string[]): ReadonlyMap<string, string> {
  const mappings = new Map<string, string>();
  for (const run of table.flatMap((line) => line.split(" "))) readRun(run, mappings);
  return mappings;
}

function readRun(run: string, mappings: Map<string, string>): void {
  const [, from = "", stride, count = "1", to = ""] = RUN.exec(run) ?? [];
  const step = stride === "*" ? 2 : 1;
  const targets = to.split("_").map((hex) => Number.parseInt(hex, 16));
  for (let index = 0; index < Number(count); index += 1) {
    const source = Number.parseInt(from, 16) + index * step;
    mappings.set(String.fromCodePoint(source), String.fromCodePoint(...targets.map((one) => one + index * step)));
  }
}
