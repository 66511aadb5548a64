/** A JSON pointer as people say it: "items › each › sku". */
export function fieldName(pointer: string): string {
  // A shape (`#/items`) stands for how many elements there are, not for their values.
  const isShape = pointer.startsWith("#");
  const tokens = pointer.replace(/^#/, "").split("/").slice(1).map(unescapeToken);
  const name = tokens.map((token) => (token === "*" ? "each" : token)).join(" › ");
  if (name === "") return "the args as a whole";
  return isShape ? `${name} (its shape)` : name;
}

export function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
