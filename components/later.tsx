"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";

type Meanwhile = { /** What stands in its place until it is here. */ meanwhile?: ReactNode };

type Later<P> = ComponentType<P & Meanwhile> & {
  /** For whoever knows that it will be drawn soon. If that fails, drawing it fails too, and says so. */
  fetchAhead: () => void;
};

/**
 * A part of a screen that is fetched when it is drawn. Unlike `lazy` it appears as soon as it is here: what React
 * suspends is shown 300 ms after its place-holder at the earliest.
 */
export function later<P extends object>(fetchPart: () => Promise<ComponentType<P>>): Later<P> {
  let part: ComponentType<P> | null = null;
  let fetching: Promise<void> | null = null;

  function fetchOnce(): Promise<void> {
    fetching ??= fetchPart().then(
      (fetched) => {
        part = fetched;
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  }

  function LaterPart({ meanwhile = null, ...props }: P & Meanwhile) {
    const [isHere, setIsHere] = useState(part !== null);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (isHere) return;
      let isGone = false;
      fetchOnce().then(
        () => !isGone && setIsHere(true),
        (error: unknown) => !isGone && setFailure({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [isHere]);
    if (failure !== null) throw failure.error;
    const Part = part;
    return Part === null || !isHere ? meanwhile : <Part {...(props as P)} />;
  }

  LaterPart.fetchAhead = () => {
    fetchOnce().catch((error: unknown) => console.warn("A part of this page did not load", error));
  };
  return LaterPart;
}
