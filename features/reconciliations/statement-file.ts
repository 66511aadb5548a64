/** What kind of statement a file is: by its name, else by how it begins. */
export const STATEMENT_BYTES_MAX = 256 * 1_048_576;
export const STATEMENT_ENDINGS = ".csv,.json,.ndjson,.jsonl,text/csv,application/json";

const TYPES: Record<string, string> = {
  csv: "text/csv",
  tsv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
  jsonl: "application/x-ndjson",
};
const HEAD_BYTES = 1_024;

export async function statementType(file: Blob & { name: string }): Promise<string> {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  return known ?? typeByHead(await file.slice(0, HEAD_BYTES).text());
}

export function typeByHead(head: string): string {
  const [first] = head.replace(/^\ufeff/, "").trimStart();
  if (first === "[") return "application/json";
  return first === "{" ? "application/x-ndjson" : "text/csv";
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1_024 ** unit;
  return `${amount.toLocaleString(undefined, { maximumFractionDigits: unit === 0 || amount >= 100 ? 0 : 1 })} ${UNITS[unit]}`;
}
