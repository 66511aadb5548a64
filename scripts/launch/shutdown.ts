// Undoes a start in reverse order: whatever was started, however far the start came, is stopped once.
interface Step {
  /** Not worth telling anybody about. */
  silent?: boolean;
  /** Called for every step before the first one stops. */
  begin?(): void;
  stop(): Promise<void>;
  /** The same at once, for somebody who does not want to wait. */
  force?(): void;
}

export class Shutdown {
  #steps: Step[] = [];

  add(step: Step): void {
    this.#steps.push(step);
  }

  get isSilent(): boolean {
    return this.#steps.every((step) => step.silent === true);
  }

  /** Goes on when a step fails: the others must not stay behind because of it. Throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps) step.begin?.();
    for (const step of [...this.#steps].reverse()) {
      await step.stop().catch((error: unknown) => failures.push(error));
    }
    this.#steps = [];
    if (failures.length > 0) throw failures[0];
  }

  force(): void {
    for (const step of [...this.#steps].reverse()) step.force?.();
  }
}
