// Prints the stages of a script, each with its elapsed time: a spinner on a terminal, plain lines elsewhere.
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
const NAME_WIDTH = 18;

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * @typedef {{ note(text: string): void }} Stage
 * @typedef {{ run<T>(name: string, work: (stage: Stage) => Promise<T>): Promise<T> }} Stages
 * @returns {Stages}
 */
export function makeStages(out = process.stdout) {
  const live = out.isTTY === true && process.env.CI === undefined;
  /** @param {string} mark @param {string} name @param {number} startedAt @param {string} note */
  const line = (mark, name, startedAt, note) =>
    `  ${mark} ${name.padEnd(NAME_WIDTH)} ${seconds(Date.now() - startedAt).padStart(7)}${note === "" ? "" : `  ${note}`}`;

  return {
    async run(name, work) {
      const startedAt = Date.now();
      let note = "";
      let frame = 0;
      const draw = () =>
        out.write(`\r\x1b[2K${line(FRAMES[frame++ % FRAMES.length], name, startedAt, note)}`.slice(0, out.columns));
      const timer = live ? setInterval(draw, FRAME_MS) : null;
      const finish = (/** @type {string} */ mark) => {
        if (timer !== null) clearInterval(timer);
        out.write(`${live ? "\r\x1b[2K" : ""}${line(mark, name, startedAt, note)}\n`);
      };
      try {
        const result = await work({
          note(text) {
            note = text;
          },
        });
        finish("✓");
        return result;
      } catch (error) {
        finish("✗");
        throw error;
      }
    },
  };
}
