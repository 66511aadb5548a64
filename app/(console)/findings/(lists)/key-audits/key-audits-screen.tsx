"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyAuditList } from "@/features/key-audits/audit-list";
import { sessionQuery } from "@/features/session/queries";

/** Two features meet here: who looks, and what is looked at. */
export function KeyAuditsScreen() {
  const session = useQuery(sessionQuery());
  return <KeyAuditList role={session.data?.operator.role ?? null} />;
}
