"use client";

import { useEffect, useMemo } from "react";
import { useLoaded } from "@/components/use-loaded";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { FieldError } from "@/lib/wire/problem";
import type { PlacedError } from "./place-errors";

const fetchPlaces = () => import("./place-errors");
const NONE: readonly FieldError[] = [];

/** The mistakes that the server names, with their lines as soon as what finds them is here. */
export function usePlacedErrors(text: string, error: unknown): readonly PlacedError[] {
  const errors = mistakesOf(error);
  const [places, want] = useLoaded(fetchPlaces);
  const isWanted = errors.length > 0;
  useEffect(() => {
    if (isWanted) want();
  }, [isWanted, want]);
  return useMemo(
    () => (places === null ? errors.map((one) => ({ ...one, line: null })) : places.placeErrors(text, errors)),
    [places, text, errors],
  );
}

/** Of the contract alone: that it could not be asked is no mistake in it. */
export function mistakesOf(error: unknown): readonly FieldError[] {
  const isRefusal = error instanceof ProblemError && error.problem.code === "invalid_contract";
  return isRefusal ? (error.problem.errors ?? NONE) : NONE;
}
