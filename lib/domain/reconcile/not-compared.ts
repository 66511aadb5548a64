/**
 * What of a finished run was not compared, in a sentence; null: everything was. A run that was answered by nobody, or
 * read nothing, has found nothing either, and must not look like one in which everything agreed. A time in which neither
 * side has anything is one in which both agree.
 */
type Counts = Readonly<Record<string, number>>;

export function notCompared(source: "probe" | "list" | "statement", counts: Counts): string | null {
  return source === "probe" ? notAnswered(counts) : notRead(source, counts);
}

function notAnswered({ asked = 0, unanswered = 0, notAsked = 0 }: Counts): string | null {
  const gaps = [
    ...(unanswered === 0 ? [] : [`${many(unanswered, asked, "probe")} got no answer. Run it again`]),
    ...(notAsked === 0 ? [] : [`${many(notAsked, asked + notAsked, "intent")} could not be asked about`]),
  ];
  return sentence(asked === unanswered, gaps);
}

function notRead(source: "list" | "statement", counts: Counts): string | null {
  const { rows = 0, bad = 0, repeated = 0, outside = 0, missing = 0 } = counts;
  // Of a source without a row, what is missing was compared all the same.
  const isNothing = rows - bad - repeated - outside + missing === 0;
  if (bad > 0) {
    const fix = source === "list" ? "Correct `execute.list`, and run it again" : "Correct them, and upload it again";
    return sentence(isNothing, [`${many(bad, rows, "row")} could not be read. ${fix}`]);
  }
  if (!isNothing || rows === 0) return null;
  return "Nothing was compared: every row is of another time. Name theirs with --from and --to.";
}

function many(count: number, all: number, what: string): string {
  return `${count.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} ${what}${all === 1 ? "" : "s"}`;
}

function sentence(isNothing: boolean, gaps: string[]): string | null {
  if (gaps.length === 0) return null;
  return `${isNothing ? "Nothing" : "Not everything"} was compared: ${gaps.join("; ")}.`;
}
