"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { sessionQuery } from "@/features/session/queries";
import type { OperatorDto } from "@/lib/wire/session";

type ForOperatorProps = {
  /** What is drawn until it is known who looks. */
  loading: ReactNode;
  children: (operator: OperatorDto) => ReactNode;
};

/** A screen that differs by who looks at it. */
export function ForOperator({ loading, children }: ForOperatorProps) {
  const session = useQuery(sessionQuery());
  if (session.data) return children(session.data.operator);
  if (session.isPending) return loading;
  return (
    <ErrorPanel
      title="It is not known who you are"
      error={session.error}
      retry={session.refetch}
      retrying={session.isFetching}
      className="m-4 md:m-6"
    />
  );
}
