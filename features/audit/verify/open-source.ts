/** Where the lines come from: this Interlock's log, or a file that somebody picked. */
const EXPORT_PATH = "/api/v1/audit/export";

export type Source = { kind: "log" } | { kind: "file"; file: File };

export async function openSource(source: Source, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  if (source.kind === "file") return source.file.stream();
  const response = await fetch(EXPORT_PATH, { credentials: "same-origin", cache: "no-store", signal });
  if (response.ok && response.body !== null) return response.body;
  const problem = (await response.json().catch(() => null)) as { detail?: unknown; title?: unknown } | null;
  const said = problem?.detail ?? problem?.title;
  throw new Error(typeof said === "string" ? said : `The export answered with status ${response.status}.`);
}
