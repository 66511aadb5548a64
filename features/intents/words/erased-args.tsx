/** Says why there is nothing to see, so that it is not taken for args that were empty. */
export function ErasedArgs() {
  return <p className="px-4 py-3 text-ink-soft">The args were erased. Their digest and the history stay.</p>;
}
