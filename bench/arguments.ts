/** What every benchmark reads from its command line in the same way. */
export class UsageError extends Error {}

export const CONNECTIONS_MAX = 128;
export const SECONDS_MAX = 120;
export const ROUNDS_MAX = 20;

/** Whole numbers only; whoever types something else is shown the usage. */
export function makeReadInteger(usage: string): (name: string, text: string, max: number) => number {
  return (name, text, max) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
    throw new UsageError(`${name} takes whole numbers from 1 to ${max}, not "${text}".\n${usage}`);
  };
}
