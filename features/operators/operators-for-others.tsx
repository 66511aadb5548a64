import { AdminOnly } from "@/components/admin-only";
import { PageHeader } from "@/components/page-header";
import { ROLES, type Role } from "./role-words";

export function OperatorsForOthers({ role }: { role: Role }) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Operators</h1>} />
      <AdminOnly role={role} title="Only admins manage operators">
        <p>Here admins add people, give them roles and tokens, and disable them.</p>
        <dl aria-label="What the roles mean" className="my-4 divide-y rounded-lg border bg-surface text-left">
          {ROLES.map(({ value, label, meaning }) => (
            <div key={value} className="gap-x-4 px-4 py-2.5 md:grid md:grid-cols-[6rem_minmax(0,1fr)]">
              <dt className="font-medium text-ink">{label}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </AdminOnly>
    </>
  );
}
