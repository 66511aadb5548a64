"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { refreshIntervalMs } from "@/components/live-updates";
import { isSignedOut, leaveForSignIn } from "@/features/session/leave-for-sign-in";
import { ProblemError } from "@/lib/wire/fetch-json";

/** One quick second try, then the screen says that it failed: an operator must not stare at a skeleton. */
const RETRIES_MAX = 1;
const RETRY_DELAY_MS = 400;

export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(makeQueryClient);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ThemeProvider>
  );
}

function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) leaveForSignIn();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // An operator wants to see that Interlock is away even where the browser believes to be offline.
        networkMode: "always",
        retryDelay: RETRY_DELAY_MS,
        // Changes are told (`features/live`); this is for when nobody tells.
        refetchInterval: (query) =>
          refreshIntervalMs({ hasFailed: query.state.status === "error" || query.state.error !== null }),
        retry: (failureCount, error) =>
          failureCount < RETRIES_MAX && error instanceof ProblemError && error.problem.retriable,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
