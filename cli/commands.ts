/** Every command by its name. A further one is a file in `commands/` and a line here. */
import type { Command } from "./command";
import { auditExport } from "./commands/audit-export";
import { auditProve, auditVerifyProof } from "./commands/audit-prove";
import { auditKey, auditSeals } from "./commands/audit-show";
import { auditVerify } from "./commands/audit-verify";
import { erase } from "./commands/erase";
import { findings } from "./commands/findings";
import { keyAudit } from "./commands/key-audit";
import { reconcile } from "./commands/reconcile";
import { replay } from "./commands/replay";

export const COMMANDS: Record<string, Command> = {
  "audit export": auditExport,
  "audit verify": auditVerify,
  "audit prove": auditProve,
  "audit verify-proof": auditVerifyProof,
  "audit key": auditKey,
  "audit seals": auditSeals,
  reconcile,
  findings,
  erase,
  "key-audit": keyAudit,
  replay,
};
