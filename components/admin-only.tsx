import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

type AdminOnlyProps = {
  /** The role of whoever looks. */
  role: string;
  title: string;
  children: ReactNode;
};

/** Stands where a list would, for somebody whom the server would refuse: says what is here and whom to ask. */
export function AdminOnly({ role, title, children }: AdminOnlyProps) {
  return (
    <EmptyState icon={Lock} title={title}>
      {children}
      <p className="mt-1.5">Your role is {role}. An admin can do this, or change your role.</p>
    </EmptyState>
  );
}
