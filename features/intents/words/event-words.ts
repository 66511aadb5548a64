const WORDS: Record<string, string> = {
  "submission.recorded": "Submitted",
  "intent.opened": "Opened",
  "intent.reopened": "Reopened",
  "intent.repeat": "Submitted again",
  "intent.drift": "Drifted",
  "intent.drifted": "Drifted",
  "intent.approve": "Approved",
  "intent.deny": "Denied",
  "intent.expire": "Expired",
  "intent.withdraw": "Withdrawn",
  "intent.undo": "Approval taken back",
  "intent.rehold": "Held again",
  "intent.claim": "Claimed by a worker",
  "intent.settle": "Attempt settled",
  "intent.lose_lease": "Lease lost",
  "intent.probe": "Downstream asked",
  "intent.resolve": "Said what happened",
  "intent.store_restored": "In doubt: the database was restored",
  "intent.release": "Released after a restore",
  "probe.late_answer": "Downstream answered too late",
  "attempt.returned_late": "Function returned after its deadline",
  "attempt.late_settle_rejected": "Attempt settled too late",
  "intent.supersede": "Superseded",
  "intent.superseded": "Superseded",
  "intent.bypass_ordered": "Bypass ordered",
  "intent.bypass_confirmed": "Bypass confirmed",
  "intent.bypass_withdrawn": "Bypass taken back",
  "intent.bypass_expired": "Bypass ran out",
  "intent.bypass_void": "Bypass void: it was opened again",
  "callback.given_up": "Callback given up",
  "intent.erased": "Args erased",
  "submission.erased": "Args of a submission erased",
};

/** An audit event's type in words. A type that this page does not know yet still reads like one. */
export function eventWords(type: string): string {
  const known = WORDS[type];
  if (known !== undefined) return known;
  const words = type.replace(/[._]+/g, " ").trim();
  return words === "" ? type : words.charAt(0).toUpperCase() + words.slice(1);
}
