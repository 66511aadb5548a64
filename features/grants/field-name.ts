// A pointer as people say it: `/customer/email` is "customer email", `/items/*/sku` is "items each sku".
export function fieldName(pointer: string): string {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return tokens.map((token) => (token === "*" ? "each" : token)).join(" ") || pointer;
}

/** The same pointer as one step of another: where a pin stands in the body of a grant. */
export function pinPointer(pointer: string): string {
  return `/where/${pointer.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
