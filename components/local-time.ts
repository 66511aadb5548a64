/** What `<input type="datetime-local">` holds: an instant in the reader's own time zone, without naming it. */

/** Null: empty, or not an instant. */
export function fromLocalInput(text: string): string | null {
  if (text === "") return null;
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

export function toLocalInput(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
