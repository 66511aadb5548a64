/** `pointer` leads into the contract; `message` is a sentence. */
export type ContractError = { pointer: string; message: string };

/** What is compiled later is compiled now, for its complaint. */
export function attempt(pointer: string, compile: () => unknown): ContractError[] {
  try {
    compile();
    return [];
  } catch (error) {
    return [{ pointer, message: error instanceof Error ? error.message : String(error) }];
  }
}
