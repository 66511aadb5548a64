/** Every command by its name. A further one is a file in `commands/` and a line here. */
import type { Command } from "./command";

export const COMMANDS: Record<string, Command> = {};
