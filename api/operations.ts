/** Every call of the API, in the order in which people read about them. */
import { AUDIT_OPERATIONS } from "./audit-operations";
import { CONTRACT_OPERATIONS } from "./contract-operations";
import { DOWNSTREAM_OPERATIONS } from "./downstream-operations";
import { ERASURE_OPERATIONS } from "./erasure-operations";
import { GRANT_OPERATIONS } from "./grant-operations";
import { INBOX_OPERATIONS } from "./inbox-operations";
import { INTENT_OPERATIONS } from "./intent-operations";
import { KEY_AUDIT_OPERATIONS } from "./key-audit-operations";
import type { Operation } from "./operation";
import { OVERVIEW_OPERATIONS } from "./overview-operations";
import { PAUSE_OPERATIONS } from "./pause-operations";
import { AGENT_OPERATIONS, OPERATOR_OPERATIONS } from "./people-operations";
import { PLATFORM_OPERATIONS, SESSION_OPERATIONS } from "./platform-operations";
import { FINDING_OPERATIONS, RECONCILIATION_OPERATIONS } from "./reconciliation-operations";
import { STORE_OPERATIONS } from "./store-operations";

/** By subject. */
export const OPERATIONS: Record<string, Operation[]> = {
  Intents: INTENT_OPERATIONS,
  Inbox: INBOX_OPERATIONS,
  Overview: OVERVIEW_OPERATIONS,
  Contracts: CONTRACT_OPERATIONS,
  "Key audits": KEY_AUDIT_OPERATIONS,
  Grants: GRANT_OPERATIONS,
  Pauses: PAUSE_OPERATIONS,
  Downstreams: DOWNSTREAM_OPERATIONS,
  Reconciliations: RECONCILIATION_OPERATIONS,
  Findings: FINDING_OPERATIONS,
  Erasures: ERASURE_OPERATIONS,
  "Audit log": AUDIT_OPERATIONS,
  Agents: AGENT_OPERATIONS,
  Operators: OPERATOR_OPERATIONS,
  Store: STORE_OPERATIONS,
  Session: SESSION_OPERATIONS,
  Platform: PLATFORM_OPERATIONS,
};
