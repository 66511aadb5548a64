/** What a process stands on is not safe to stand on: it ends with this one sentence instead of starting. */
export class StartRefusedError extends Error {
  override name = "StartRefusedError";
}
