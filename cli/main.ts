/** The `interlock` command: finds what is asked for and tells in a sentence what went wrong. */
import { type Command, CommandError, EXIT_USAGE, type Io } from "./command";
import { COMMANDS } from "./commands";

export async function runInterlock(words: string[], io: Io): Promise<number> {
  try {
    const [found, rest] = findCommand(words);
    if (found === null) return showCommands(words, io);
    if (rest.includes("--help") || rest.includes("-h")) {
      io.out.write(`${found.help}\n`);
      return 0;
    }
    return await found.run(rest, io);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    io.progress.write(`${error.message}\n`);
    return error.exitCode;
  }
}

/** The longest name that the words begin with: `audit verify FILE` is the command `audit verify`. */
function findCommand(words: string[]): [Command | null, string[]] {
  for (let length = 2; length >= 1; length -= 1) {
    const name = words.slice(0, length).join(" ");
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (words.length >= length && command !== undefined) return [command, words.slice(length)];
  }
  return [null, words];
}

function showCommands(words: string[], io: Io): number {
  const names = namesUnder(words[0]);
  const width = Math.max(...names.map(({ length }) => length));
  const list = names.map((name) => `  interlock ${name.padEnd(width)}  ${COMMANDS[name]?.summary}`);
  const text = [...list, "", "`--help` after a command tells more.", ""].join("\n");
  const asked = words.length === 0 || words.includes("--help") || words.includes("-h");
  if (asked) io.out.write(text);
  else io.progress.write(`There is no command \`interlock ${words.join(" ")}\`. There are:\n${text}`);
  return asked ? 0 : EXIT_USAGE;
}

/** Those that begin with the word; all of them where none does. */
function namesUnder(word: string | undefined): string[] {
  const names = Object.keys(COMMANDS);
  const under = names.filter((name) => name.startsWith(`${word} `));
  return under.length > 0 ? under : names;
}
