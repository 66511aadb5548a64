/** Digests of intents: binary in the store, hexadecimal digits everywhere else. */
export function toBinary(hex: string): string {
  return `\\x${hex}`;
}

/** `column` as it is read. */
export const hexSql = (column: string) => `encode(${column}, 'hex')`;
