import { AdminOnly } from "@/components/admin-only";
import { PageHeader } from "@/components/page-header";
import type { OperatorDto } from "@/lib/wire/session";

export function AgentsForOthers({ role }: Pick<OperatorDto, "role">) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Agents</h1>} />
      <AdminOnly role={role} title="Only admins see the agents and their keys">
        Here admins make agents, give them keys and take them back.
        {role === "approver" &&
          " You can pause an agent: open it from one of its intents, or by the address of its page."}
      </AdminOnly>
    </>
  );
}
