import type { Step } from "./move-store";

const SQL = `
  drop table former_submissions, former_decisions, former_attempts, former_audit_events, former_event_details,
    former_audit_positions;
  drop function intents_digest()`;

/** All was compared. */
export const removeFormer: Step = async (client) => {
  await client.query(SQL);
  return { through: "", count: 1, isLast: true };
};
