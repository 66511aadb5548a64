/** An instant that is not set never comes. */
export function ms(date: Date | null): number {
  return date === null ? Number.POSITIVE_INFINITY : date.getTime();
}
