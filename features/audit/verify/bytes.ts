/** Bytes as text and back: hex and base64, each in the one way that an export is written. */

// A byte order mark is not taken away silently: it is one of the things that are looked for.
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

export function toText(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

/** Null: it is no base64, or not as it would be written. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  // Some bits of the last letter mean nothing: only one of the ways to write them is ours.
  if (btoa(binary) !== text) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  if (left.byteLength !== right.byteLength) return false;
  for (let index = 0; index < left.byteLength; index += 1) if (left[index] !== right[index]) return false;
  return true;
}

export function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.byteLength >= start.byteLength && isSame(bytes.subarray(0, start.byteLength), start);
}
