"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type StatementOrder, uploadStatement } from "./upload-statement";

export type Upload = {
  order: StatementOrder | null;
  isPending: boolean;
  sentBytes: number;
  error: unknown;
  start: (order: StatementOrder) => void;
  cancel: () => void;
};

/** One upload at a time; who cancels it is asked nothing more and told nothing. */
export function useUpload(onRun: (id: string) => void): Upload {
  const queries = useQueryClient();
  const [order, setOrder] = useState<StatementOrder | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const cancelling = useRef<AbortController | null>(null);
  useEffect(() => () => cancelling.current?.abort(), []);

  async function send(next: StatementOrder) {
    const controller = new AbortController();
    cancelling.current = controller;
    setOrder(next);
    setSentBytes(0);
    setError(null);
    setPending(true);
    try {
      const run = await uploadStatement(next, { onProgress: setSentBytes, signal: controller.signal });
      onRun(run.id);
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    } finally {
      setPending(false);
      await queries.invalidateQueries({ queryKey: ["reconciliations"] });
    }
  }

  return {
    order,
    isPending,
    sentBytes,
    error,
    start: (next) => void send(next),
    cancel: () => cancelling.current?.abort(),
  };
}
