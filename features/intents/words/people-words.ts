export function morePeople(count: number): string {
  return count === 1 ? "one more person" : `${count} more people`;
}

/** The same with what they do: "one more person approves", "3 more people approve". */
export function morePeopleDo(count: number, [one, many]: readonly [string, string]): string {
  return `${morePeople(count)} ${count === 1 ? one : many}`;
}
