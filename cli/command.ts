/** What a command of `interlock` is. Answers go to standard output, progress and complaints to standard error. */
import { type ParseArgsConfig, parseArgs } from "node:util";

export type Io = {
  out: NodeJS.WritableStream & { isTTY?: boolean };
  progress: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  env: Record<string, string | undefined>;
};

export type Command = {
  /** One line for the list of commands. */
  summary: string;
  help: string;
  /** Answers the exit code. */
  run(words: string[], io: Io): Promise<number>;
};

// As sysexits.h has them, so that "there is no such file" is never taken for "it was tampered with".
export const EXIT_USAGE = 64;
export const EXIT_NO_INPUT = 66;

/** A sentence for the person at the terminal, not a defect. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
    this.name = "CommandError";
  }
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Options and words of a command line; what a command does not know is refused in a sentence. */
export function readWords<T extends Options>(command: string, words: string[], options: T) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    const [why = "These arguments cannot be read"] = (error as Error).message.split(/\. |\n/, 1);
    throw usageError(command, why);
  }
}

export function usageError(command: string, why: string): CommandError {
  return new CommandError(
    `${why.replace(/\.$/, "")}: \`interlock ${command} --help\` tells what there is.`,
    EXIT_USAGE,
  );
}

export function print(io: Io, text: string): void {
  io.out.write(`${text}\n`);
}
