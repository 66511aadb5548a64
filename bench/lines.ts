/** Lines of a socket; a chunk may end in the middle of one. */
export function makeLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}
