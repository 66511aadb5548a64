/** Live progress: redrawn in place on a terminal, a line now and then anywhere else. */
import type { StoryProgress } from "./progress";
import { tally } from "./progress";
import { COLOR, type Paint, PLAIN, renderCounters, renderLive } from "./render";

const FRAME_MS = 120;
const LINE_EVERY_MS = 2_000;
const ROWS_RESERVED = 6;
const ESCAPE = "\u001b[";
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;

export interface Screen {
  paint: Paint;
  /** removes the live part, so that what follows starts on a clean line */
  stop(): void;
}

export function openScreen(all: StoryProgress[], out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const isColored = out.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const paint = isColored ? COLOR : PLAIN;
  const stop = out.isTTY && env["TERM"] !== "dumb" ? redraw(all, out, paint) : mention(all, out);
  return { paint, stop };
}

function redraw(all: StoryProgress[], out: NodeJS.WriteStream, paint: Paint): () => void {
  let drawnLines = 0;
  let frame = 0;
  const erase = () => {
    if (drawnLines > 0) out.write(`${ESCAPE}${drawnLines}A${ESCAPE}0J`);
    drawnLines = 0;
  };
  const draw = () => {
    const rows = Math.max(1, (out.rows || 24) - ROWS_RESERVED);
    const lines = renderLive(all, paint, frame++, rows).map((line) => clip(line, out.columns || 80));
    erase();
    out.write(`${lines.join("\n")}\n`);
    drawnLines = lines.length;
  };
  out.write(HIDE_CURSOR);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    clearInterval(timer);
    erase();
    out.write(SHOW_CURSOR);
  };
}

function mention(all: StoryProgress[], out: NodeJS.WriteStream): () => void {
  let last = "";
  const timer = setInterval(() => {
    const line = renderCounters(tally(all));
    if (line !== last) out.write(`${line}\n`);
    last = line;
  }, LINE_EVERY_MS);
  return () => clearInterval(timer);
}

/** A line that wraps would break the count of lines to erase. Colour codes take no room. */
export function clip(line: string, columns: number): string {
  let room = columns - 1;
  const [start = "", ...colored] = line.split(ESCAPE);
  const take = (text: string) => {
    const taken = [...text].slice(0, Math.max(0, room));
    room -= taken.length;
    return taken.join("");
  };
  const clipColored = (part: string) => {
    const codeEnd = part.indexOf("m") + 1;
    return `${ESCAPE}${part.slice(0, codeEnd)}${take(part.slice(codeEnd))}`;
  };
  return take(start) + colored.map(clipColored).join("");
}
