"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/features/session/queries";
import { Welcome } from "@/features/welcome/welcome";

/** Two features meet here: who walks, and the walk. */
export function WelcomeScreen() {
  const session = useQuery(sessionQuery());
  return <Welcome operator={session.data?.operator ?? null} />;
}
