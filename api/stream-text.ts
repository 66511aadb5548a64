/** A piece is made when the reader has taken the one before: however much there is, little of it is in memory. */
export function toStream(
  pieces: AsyncGenerator<string, void>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The answer has begun: all that is left is to break it off, so that nobody takes it for whole.
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return();
    },
  });
}
