"use client";

import { ErrorPanel } from "@/components/error-panel";

export default function ConsoleError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <div className="p-4 md:p-6">
      <h1 className="sr-only">This screen failed</h1>
      <ErrorPanel title="This screen could not be drawn" error={error} retry={reset} />
    </div>
  );
}
