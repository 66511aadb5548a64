/** Reads messages from a server-sent event stream, as they come, up to a bound. */

const LINE_FEED = "\n";

/** Yields the data of each event. Ends where the stream ends, or throws when more than `bytesMax` came. */
export async function* readEvents(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = "";
  let data: string[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > bytesMax) throw new RangeError("The stream is longer than we read.");
    pending += decoder.decode(chunk, { stream: true });
    for (let end = pending.indexOf(LINE_FEED); end >= 0; end = pending.indexOf(LINE_FEED)) {
      const line = pending.slice(0, end).replace(/\r$/, "");
      pending = pending.slice(end + 1);
      if (line.startsWith("data:")) data.push(line.slice("data:".length).replace(/^ /, ""));
      if (line !== "" || data.length === 0) continue;
      yield data.join(LINE_FEED);
      data = [];
    }
  }
}
