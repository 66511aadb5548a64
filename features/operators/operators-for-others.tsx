import { AdminOnly } from "@/components/admin-only";
import { PageHeader } from "@/components/page-header";
import { ROLES, type Role } from "./role-words";

export function OperatorsForOthers({ role }: { role: Role }) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Operators</h1>} />
      <AdminOnly role={role} title="Only admins manage operators">
        Here admins add people, give them roles and tokens, and disable them. What the roles mean:
        <ul className="mt-3 space-y-1 text-left">
          {ROLES.map(({ value, label, meaning }) => (
            <li key={value}>
              <strong className="font-medium text-ink">{label}.</strong> {meaning}
            </li>
          ))}
        </ul>
      </AdminOnly>
    </>
  );
}
