/** One planted mistake: an exact replacement in a source file of the state machine, and the law that it breaks. */
export type Mutant = {
  /** Relative to `lib/domain`. */
  file: string;
  law: string;
  mistake: string;
  from: string;
  to: string;
};

/** `from` must occur exactly once: a mutant that no longer fits the source is an error, not a survivor. */
export function applyMutant(source: string, mutant: Mutant): string {
  const pieces = source.split(mutant.from);
  if (pieces.length !== 2) {
    const found = pieces.length - 1;
    throw new Error(`"${mutant.mistake}" fits ${mutant.file} ${found} times, not once. Look for: ${mutant.from}`);
  }
  return pieces.join(mutant.to);
}
