/** A pointer as people say it: "/customer/paymentId" is "customer payment id". */
export function fieldName(pointer: string): string {
  const words = pointer
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .flatMap((token) => token.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").split(/[\s_-]+/u))
    .filter((word) => word !== "");
  return words.length === 0 ? "args" : words.map(lowerFirst).join(" ");
}

/** "Payment" becomes "payment", "IBAN" stays. */
function lowerFirst(word: string): string {
  return /^\p{Lu}(\p{Ll}|$)/u.test(word) ? word.toLowerCase() : word;
}
