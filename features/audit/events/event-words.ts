/** Types of audit events in words, together by what they are about: for rows, and for the filter. */
type Group = { title: string; types: Record<string, string> };

export const EVENT_GROUPS: readonly Group[] = [
  {
    title: "Submissions",
    types: {
      "submission.recorded": "Submission recorded",
      "submission.refused": "Submission refused",
      "submission.erased": "Args of a submission erased",
    },
  },
  {
    title: "Decisions",
    types: {
      "intent.opened": "Intent opened",
      "intent.reopened": "Intent reopened",
      "intent.approve": "Intent approved",
      "intent.deny": "Intent denied",
      "intent.undo": "Approval taken back",
      "intent.withdraw": "Intent withdrawn",
      "intent.expire": "Hold expired",
      "intent.drifted": "Intent drifted",
      "intent.rehold": "Intent held again",
      "intent.escalated": "Hold escalated",
    },
  },
  {
    title: "Attempts",
    types: {
      "intent.claim": "Attempt claimed",
      "intent.settle": "Attempt settled",
      "intent.lose_lease": "Lease lost",
      "attempt.returned_late": "Function returned after its deadline",
      "attempt.late_settle_rejected": "Attempt settled too late",
      "callback.given_up": "Callback given up",
    },
  },
  {
    title: "Doubts",
    types: {
      "intent.probe": "Downstream asked",
      "probe.late_answer": "Downstream answered too late",
      "intent.resolve": "Doubt resolved by people",
      "intent.store_restored": "In doubt: the database was restored",
      "intent.release": "Released after a restore",
    },
  },
  {
    title: "Database",
    types: {
      "store.restored": "Database went back in time",
      "store.released": "Doubts of a restore released",
      "store.clock_jumped": "Database clock jumped",
      "store.unsafe_allowed": "Unsafe database allowed",
    },
  },
  {
    title: "Second effects",
    types: {
      "intent.bypass_ordered": "Bypass ordered",
      "intent.bypass_confirmed": "Bypass confirmed",
      "intent.bypass_withdrawn": "Bypass taken back",
      "intent.bypass_expired": "Bypass ran out",
      "intent.bypass_void": "Bypass void",
      "intent.superseded": "Intent superseded",
    },
  },
  {
    title: "Rules",
    types: {
      "contract.published": "Contract published",
      "contract.proposed": "Contract proposed",
      "contract.confirmed": "Contract confirmed",
      "contract.proposal_withdrawn": "Proposed contract taken back",
      "contract.proposal_expired": "Proposed contract ran out",
      "contract.proposal_replaced": "Proposed contract replaced by another",
      "contract.proposal_void": "Proposed contract void",
      "grant.created": "Grant created",
      "grant.revoked": "Grant revoked",
    },
  },
  {
    title: "Switches",
    types: {
      "tool.paused": "Tool paused",
      "tool.resumed": "Tool resumed",
      "agent.paused": "Agent paused",
      "agent.resumed": "Agent resumed",
      "everything.paused": "Everything paused",
      "everything.resumed": "Everything resumed",
    },
  },
  {
    title: "Downstreams",
    types: {
      "downstream.rested": "Downstream does not answer: it rests",
      "downstream.try_asked": "Downstream to be tried now",
      "downstream.answered": "Downstream answers again",
    },
  },
  {
    title: "Agents",
    types: {
      "agent.created": "Agent created",
      "agent.changed": "Agent changed",
      "agent.disabled": "Agent disabled",
      "agent.key_created": "Agent key created",
      "agent.key_revoked": "Agent key revoked",
    },
  },
  {
    title: "People",
    types: {
      "operator.created": "Operator created",
      "operator.changed": "Operator changed",
      "operator.disabled": "Operator disabled",
      "operator.token_created": "Operator token created",
      "operator.token_revoked": "Operator token revoked",
      "operator.signed_in": "Signed in",
      "operator.sign_in_failed": "Sign-in failed",
      "operator.signed_out": "Signed out",
    },
  },
  {
    title: "Evidence",
    types: {
      "reconciliation.started": "Reconciliation started",
      "reconciliation.finished": "Reconciliation finished",
      "reconciliation.failed": "Reconciliation failed",
      "reconciliation.stopped": "Reconciliation stopped",
      "finding.raised": "Finding raised",
      "finding.acknowledged": "Finding acknowledged",
      "finding.resolved": "Finding resolved",
      "finding.reopened": "Finding opened again",
      "key_audit.requested": "Key audit requested",
      "key_audit.started": "Key audit started",
      "key_audit.ended": "Key audit ended",
    },
  },
  {
    title: "Raw values",
    types: {
      "erasure.requested": "Erasure requested",
      "erasure.finished": "Erasure finished",
      "intent.erased": "Args of an intent erased",
    },
  },
  { title: "Taken away", types: { "audit.exported": "Log exported", "intents.exported": "History exported" } },
];

const WORDS: ReadonlyMap<string, string> = new Map(EVENT_GROUPS.flatMap(({ types }) => Object.entries(types)));

/** A type that this page does not know yet still reads like one. */
export function eventWords(type: string): string {
  const known = WORDS.get(type);
  if (known !== undefined) return known;
  const words = type.replace(/[._]+/g, " ").trim();
  return words === "" ? type : words.charAt(0).toUpperCase() + words.slice(1);
}

export function isKnownType(type: string): boolean {
  return WORDS.has(type);
}
