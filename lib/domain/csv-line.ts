/**
 * CSV as RFC 4180 has it: comma, CRLF, quotes where they are needed. A spreadsheet takes a cell that begins with one of
 * a few characters for a formula and runs it, whoever wrote it: such a text gets an apostrophe in front. A number of ours
 * may begin with a minus, and stays exact.
 */
export type CsvCell = string | number | null;

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
