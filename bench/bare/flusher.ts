/**
 * Many callers, few statements: what is given while the statements under way last goes with the next one.
 *
 * F1 No timer: what is given to an idle flusher leaves at once.
 * F2 At most `underWayMax` statements and `sizeMax` items in each.
 */
export type FlusherOptions<Item> = {
  /** Resolves when all are committed; whatever it throws is fatal. */
  flush(items: Item[]): Promise<void>;
  underWayMax: number;
  sizeMax: number;
  onError(error: unknown): void;
};

export function makeFlusher<Item>({ flush, underWayMax, sizeMax, onError }: FlusherOptions<Item>) {
  const waiting: Item[] = [];
  let underWay = 0;
  let scheduled = false;

  const send = () => {
    scheduled = false;
    while (underWay < underWayMax && waiting.length > 0) {
      underWay += 1;
      flush(waiting.splice(0, sizeMax)).then(() => {
        underWay -= 1;
        send();
      }, onError);
    }
  };
  return {
    /** Those of one turn of the event loop go together. */
    give(item: Item): void {
      waiting.push(item);
      if (scheduled) return;
      scheduled = true;
      setImmediate(send);
    },
  };
}
