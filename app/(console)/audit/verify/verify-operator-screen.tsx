"use client";

import { useQuery } from "@tanstack/react-query";
import { VerifyScreen } from "@/features/audit/verification/verify-screen";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function VerifyOperatorScreen() {
  const session = useQuery(sessionQuery());
  return <VerifyScreen role={session.data?.operator.role ?? null} />;
}
