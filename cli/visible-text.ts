/** What agents, downstreams or files say, for a terminal: what would steer it, or turn a line around, is only shown. */
export function visibleText(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
