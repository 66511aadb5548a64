import { AdminOnly } from "@/components/admin-only";
import { PageHeader } from "@/components/page-header";
import type { OperatorDto } from "@/lib/wire/session";
import { NEVER_OVERRIDES } from "./grant-words";

export function GrantsForOthers({ role }: Pick<OperatorDto, "role">) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Grants</h1>} />
      <AdminOnly role={role} title="Only admins see and give grants">
        {NEVER_OVERRIDES} An intent that a grant cleared says so in its decisions.
      </AdminOnly>
    </>
  );
}
