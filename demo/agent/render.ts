/** The demo in words. Pure: progress in, lines out. */
import { doubled, isOpen, type StoryProgress, type Tally, tally, unseen } from "./progress";

export interface Paint {
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  bold(text: string): string;
}

const plain = (text: string) => text;
export const PLAIN: Paint = { dim: plain, good: plain, bad: plain, warn: plain, bold: plain };

const color = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
export const COLOR: Paint = { dim: color(2), good: color(32), bad: color(31), warn: color(33), bold: color(1) };

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
/** Figures come first: on a narrow terminal the words are cut, not the numbers. */
const COLUMNS = { asked: 5, effects: 8, ending: 15 } as const;

/** At most `rows` stories: what runs now comes first, then what was done last, then what is next. */
export function renderLive(all: StoryProgress[], paint: Paint, frame: number, rows: number): string[] {
  const shown = new Set(byInterest(all).slice(0, rows));
  const lines = renderRows(
    all.filter((progress) => shown.has(progress)),
    paint,
    frame,
  );
  const hidden = all.length - shown.size;
  if (hidden > 0) lines.push(paint.dim(`    … and ${hidden} more`));
  return [...lines, "", `  ${renderCounters(tally(all))}`];
}

export function renderCounters(counts: Tally): string {
  return [
    `${counts.doneCount} of ${counts.actionCount} done`,
    `asked ${counts.askedCount}`,
    `effects ${counts.effectCount}`,
    `in doubt ${counts.inDoubtCount}`,
    `held ${counts.heldCount}`,
    `failed ${counts.failedCount}`,
  ].join(" · ");
}

export function renderTable(all: StoryProgress[], paint: Paint): string[] {
  const head = row(" ", "asked", "effects", "ended as".padEnd(COLUMNS.ending), "what the agent wanted, and did");
  return [paint.dim(head), ...renderRows(all, paint, 0)];
}

export interface Place {
  url: string;
  operatorEmail: string;
  demoFile: string;
}

/** The sentence that the whole demo is about, and what is left for a person to do. */
export function renderSummary(all: StoryProgress[], place: Place, paint: Paint): string[] {
  const counts = tally(all);
  const { askedCount, actionCount, effectCount, heldCount, inDoubtCount } = counts;
  const lines = [
    paint.bold(
      `The agent asked ${times(askedCount)} for ${plural(actionCount, "action")}; ` +
        `the ledger saw ${plural(effectCount, "effect")}.`,
    ),
  ];
  if (heldCount > 0) {
    const who = heldCount === 1 ? "1 intent waits" : `${heldCount} intents wait`;
    lines.push(
      paint.warn(`${who} for a person: approve at ${place.url}`),
      paint.dim(`  sign in as ${place.operatorEmail} (password in ${place.demoFile})`),
    );
  }
  if (inDoubtCount > 0) {
    const what = inDoubtCount === 1 ? "1 intent is" : `${inDoubtCount} intents are`;
    lines.push(
      paint.warn(`${what} in doubt: nobody can be sure that the effect happened, so Interlock does not repeat it.`),
    );
  }
  for (const { story, trouble } of all) {
    if (trouble !== null) lines.push(paint.bad(`Story ${story.number} (${story.summary}) had to give up: ${trouble}`));
  }
  for (const { story, effectCount: count } of doubled(all)) {
    lines.push(paint.bad(`Story ${story.number} (${story.summary}) happened ${count} times. This must not be.`));
  }
  for (const { story } of unseen(all)) {
    lines.push(paint.bad(`Story ${story.number} (${story.summary}) is said to be done, but the ledger saw nothing.`));
  }
  return lines;
}

function renderRows(rows: StoryProgress[], paint: Paint, frame: number): string[] {
  return rows.map((progress) => {
    const { story, phase, askedCount, effectCount } = progress;
    const label = `${story.summary}: ${story.did}`;
    if (phase === "waiting") return paint.dim(row("·", "", "", "".padEnd(COLUMNS.ending), label));
    const isRunning = phase === "running";
    const mark = isRunning ? (SPINNER[frame % SPINNER.length] ?? "…") : markOf(progress, paint);
    const ending = isRunning ? paint.dim("asking".padEnd(COLUMNS.ending)) : endingOf(progress, paint);
    const line = row(mark, askedCount, effectCount, ending, label);
    return effectCount > 1 ? paint.bad(line) : line;
  });
}

function row(mark: string, asked: string | number, effects: string | number, ending: string, label: string): string {
  const figures = `${String(asked).padStart(COLUMNS.asked)}${String(effects).padStart(COLUMNS.effects)}`;
  return `  ${mark} ${figures}  ${ending} ${label}`;
}

function markOf(progress: StoryProgress, paint: Paint): string {
  const isWrong = progress.trouble !== null || doubled([progress]).length + unseen([progress]).length > 0;
  if (isWrong) return paint.bad("✘");
  if ([...progress.intents.values()].some(isOpen)) return paint.warn("…");
  const states = statesOf(progress);
  if (states.includes("in_doubt")) return paint.warn("?");
  return states.includes("held") ? paint.warn("‖") : paint.good("✔");
}

function endingOf(progress: StoryProgress, paint: Paint): string {
  if (progress.trouble !== null) return paint.bad("gave up".padEnd(COLUMNS.ending));
  const states = statesOf(progress).map((state) => state.replaceAll("_", " "));
  const reasons = [...progress.intents.values()].flatMap(({ hold }) => hold?.reasons ?? []);
  const why = reasons.length > 0 && states.includes("held") ? ` (${[...new Set(reasons)].join(", ")})` : "";
  const text = `${states.join(", ")}${why}`.padEnd(COLUMNS.ending);
  return states.every((state) => state === "succeeded") ? paint.good(text) : paint.warn(text);
}

function statesOf({ intents }: StoryProgress): string[] {
  return [...new Set([...intents.values()].map(({ state }) => state))];
}

function byInterest(all: StoryProgress[]): StoryProgress[] {
  const running = all.filter(({ phase }) => phase === "running");
  const done = all.filter(({ phase }) => phase === "done").reverse();
  return [...running, ...done, ...all.filter(({ phase }) => phase === "waiting")];
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
