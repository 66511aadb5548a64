"use client";

import { useSearchParams } from "next/navigation";

const NAMESPACE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** What the list is narrowed to. Lives in the address, so that a view can be sent to somebody. */
export function useNamespace(): [string | null, (namespace: string | null) => void] {
  const asked = useSearchParams().get("namespace");
  const namespace = asked !== null && NAMESPACE.test(asked) ? asked : null;
  return [
    namespace,
    (next) => window.history.pushState(null, "", next === null ? "/agents" : `/agents?namespace=${next}`),
  ];
}
