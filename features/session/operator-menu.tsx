"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Footprints from "lucide-react/icons/footprints";
import LogOut from "lucide-react/icons/log-out";
import { useRouter } from "next/navigation";
import { Button } from "@/components/button";
import { Menu, type MenuEntry } from "@/components/menu";
import { Skeleton } from "@/components/skeleton";
import type { OperatorDto } from "@/lib/wire/session";
import { SIGN_IN_PATH } from "./next-path";
import { sessionQuery, signOut } from "./queries";

/** Who is deciding here, as what, the way in for newcomers, and the way out. */
export function OperatorMenu() {
  const session = useQuery(sessionQuery());
  if (session.data) return <SignedInMenu operator={session.data.operator} />;
  if (session.isPending) return <Skeleton className="mx-2 h-6 w-28" />;
  return (
    <Button variant="ghost" busy={session.isFetching} onClick={() => session.refetch()}>
      Not connected. Try again
    </Button>
  );
}

function SignedInMenu({ operator }: { operator: OperatorDto }) {
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => window.location.assign(SIGN_IN_PATH) });
  const router = useRouter();
  const entries: MenuEntry[] = [
    { kind: "label", content: <WhoIsThis operator={operator} /> },
    { kind: "separator" },
    { kind: "action", content: <FirstSteps />, onSelect: () => router.push("/welcome") },
    { kind: "action", content: <SignOut failed={leave.isError} />, onSelect: () => leave.mutate() },
  ];
  return (
    <Menu
      entries={entries}
      button={(props) => (
        <Button {...props} variant="ghost" busy={leave.isPending}>
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed font-semibold text-ink text-xs uppercase"
          >
            {Array.from(operator.name)[0] ?? "?"}
          </span>
          <span className="truncate max-md:sr-only md:max-w-28">{operator.name}</span>
          <span className="sr-only">, operator menu</span>
        </Button>
      )}
    />
  );
}

function WhoIsThis({ operator }: { operator: OperatorDto }) {
  return (
    <>
      <span className="block font-medium text-ink text-sm">{operator.name}</span>
      <span className="block [overflow-wrap:anywhere]">{operator.email}</span>
      <span className="block">Role: {operator.role}</span>
    </>
  );
}

function FirstSteps() {
  return (
    <>
      <Footprints aria-hidden className="text-ink-faint" />
      First steps
    </>
  );
}

function SignOut({ failed }: { failed: boolean }) {
  return (
    <>
      <LogOut aria-hidden className="text-ink-faint" />
      {failed ? "Still signed in: no answer. Sign out again" : "Sign out"}
    </>
  );
}
