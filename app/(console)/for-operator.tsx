"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { sessionQuery } from "@/features/session/queries";
import type { OperatorDto } from "@/lib/wire/session";

type ForOperatorProps = {
  /** What the screen shows, at the beginning of a sentence. */
  what: string;
  /** Its title, for as long as nothing else can be drawn. */
  header: ReactNode;
  /** What is drawn below it until it is known who looks. */
  loading: ReactNode;
  children: (operator: OperatorDto) => ReactNode;
};

/** A screen that differs by who looks at it. */
export function ForOperator({ what, header, loading, children }: ForOperatorProps) {
  const session = useQuery(sessionQuery());
  if (session.data) return children(session.data.operator);
  return (
    <>
      {header}
      {session.isPending ? (
        loading
      ) : (
        <ErrorPanel
          title={`${what} could not be loaded`}
          error={session.error}
          retry={session.refetch}
          retrying={session.isFetching}
          className="m-4 md:m-6"
        />
      )}
    </>
  );
}
