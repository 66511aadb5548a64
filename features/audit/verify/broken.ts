/** What is not as it was sealed: in a sentence, at which line, and what stands there. */
export class Broken extends Error {
  readonly line: number;
  readonly found: string | null;

  constructor(line: number, message: string, found: string | null = null) {
    super(message);
    this.name = "Broken";
    this.line = line;
    this.found = found;
  }
}
