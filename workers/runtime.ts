/** Wires the worker process: store, catalogue, connectors, executor, sweeper, wake-ups, outgoing messages. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { claimIntents } from "@/lib/application/claim-intents";
import { makeClockWatch } from "@/lib/application/clock-watch";
import { closeDerivations } from "@/lib/application/close-derivations";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { escalateHolds } from "@/lib/application/escalate-holds";
import { expireArgs } from "@/lib/application/expire-args";
import { runKeyAudits } from "@/lib/application/key-audit/run-key-audits";
import { recordReturn, sayStillActs } from "@/lib/application/late-function";
import { makeMendDue } from "@/lib/application/mend-due";
import { openMetrics } from "@/lib/application/metrics/open-metrics";
import { makeMoveEngines } from "@/lib/application/move-engines";
import { makePerformAttempt } from "@/lib/application/perform-attempt";
import { pruneReservations } from "@/lib/application/prune-reservations";
import { makeUnreadableReport } from "@/lib/application/report-unreadable";
import { UnsafeStoreError } from "@/lib/application/require-safe-store";
import { runErasures } from "@/lib/application/run-erasures";
import { makeSetAside } from "@/lib/application/set-aside";
import { settleAttempts, settleInLine } from "@/lib/application/settle-attempts";
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { putInDoubt } from "@/lib/application/store-epoch/put-in-doubt";
import { makeDeafWitnessReport } from "@/lib/application/store-epoch/report-deaf-witness";
import { sweepOnce } from "@/lib/application/sweep";
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { makeRateLimited } from "@/lib/config/rate-limited";
import type { Secret } from "@/lib/config/secrets";
import { makeSteadyClock } from "@/lib/config/steady-clock";
import { makeConnectors } from "@/lib/connectors/registry";
import { makeIdSource } from "@/lib/domain/id";
import { LEASE_MARGIN_MS } from "@/lib/domain/intent";
import { isPaused as isPausedBy } from "@/lib/domain/pause/pause";
import { measureFlush } from "@/lib/metrics/flushes";
import { makeAnnouncements } from "@/lib/queue/announcements";
import { listenForWakeUps } from "@/lib/queue/wake-ups";
import { openDatabase } from "@/lib/store/database";
import { loadPauses } from "@/lib/store/pauses";
import { readDurability } from "@/lib/store/server-settings";
import { type NewestClaims, newestClaims } from "@/lib/store/store-state";
import { makeBreaker } from "./breaker";
import { startCallbacks } from "./callbacks";
import { startDeliveries } from "./deliveries";
import { startDoubtProbes } from "./doubts";
import { makeExecutor } from "./executor";
import { LAST_WORDS_MS, makeLateFunctions } from "./late-functions";
import { startLoop } from "./loop";
import { measureConnectors } from "./measured-connectors";
import type { PortServes } from "./port";
import { makePortServes } from "./port-serves";
import { startProjector } from "./projector";
import { startReconciliations } from "./reconciliations";
import { startRestingBoard } from "./resting-board";
import { startSealer } from "./sealer";
import { makeSettler } from "./settler";
import { makeStoreGuard } from "./store-guard";
import { openWitness } from "./witness/witness";

export type WorkerRuntime = {
  /** What its port tells. */
  serves: PortServes;
  underWay(): number;
  /** How long what is under way may still take, its record included. */
  drainMs(): number;
  stop(): Promise<void>;
};

const CONNECTIONS_MAX = 8;
/** Nothing waits for it; it only keeps small what is looked at often. */
const HOUSEKEEPING_INTERVAL_MS = 300_000;
const SWEEP_INTERVAL_MS = 500;
const MEND_INTERVAL_MS = 5_000;
const ERASURES_INTERVAL_MS = 5_000;
const KEY_AUDITS_INTERVAL_MS = 1_000;
/** Longer than a turn of the sweeper: every worker that is alive has noticed a new epoch by then. */
const RESTORE_GRACE_MS = 5_000;
const ENGINES_INTERVAL_MS = 30_000;
const MENDED_LOGGED_MAX = 20;
const FAULT_LOG_INTERVAL_MS = 5_000;
/** As long as a lease goes on after its attempt. */
const SETTLE_MAX_MS = LEASE_MARGIN_MS;
/** BullMQ's close has no time-out of its own. */
const CLOSE_MAX_MS = 5_000;

export function startWorkerRuntime(settings: Settings, secrets: Map<string, Secret>, log: Logger): WorkerRuntime {
  const workerId = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  const metrics = openMetrics("worker");
  const database = { url: settings.databaseUrl, connectionsMax: CONNECTIONS_MAX, name: "interlock-worker" };
  const db = openDatabase({ ...database, onReached: metrics.reached });
  metrics.readStore(db);
  const newId = makeIdSource(Date.now);
  const limited = makeRateLimited(FAULT_LOG_INTERVAL_MS, Date.now, (error, leftOutCount) => {
    log.warn(
      { ...(error as object), ...(leftOutCount > 0 ? { leftOutCount } : {}) },
      "The worker met an error; it goes on",
    );
  });
  const report = (error: unknown, intentId?: string) => {
    metrics.add("interlock_errors_total", { part: "worker" });
    limited({ err: error, ...(intentId ? { intentId } : {}) });
  };
  const catalog = makeContractCatalog(db, undefined, makeUnreadableReport({ db, newId, onError: report }));
  const { send: announce, close: closeAnnouncements } = makeAnnouncements(settings, report);
  const { config, egress, egressPrivate, modulesDir } = settings;
  const connectionsMax = settings.workerConcurrency;
  const reach = { config, secrets, egress, egressPrivate, modulesDir, connectionsMax };
  const { close: closeConnectors, ...unmeasured } = makeConnectors(reach);
  const monotonicMs = makeSteadyClock();
  const measured = measureConnectors(unmeasured, { metrics, monotonicMs: () => performance.now() });
  const jumpsAt = makeClockWatch({ db, newId, process: workerId, monotonicMs, onError: report });
  const shared = { db, newId, termsOf: catalog.termsOf, jumpsAt, workerId, random: Math.random, announce };
  /** A rest is over: sooner than the sweeper would look. */
  const tryDue = () => void executor.takeDue().catch(report);
  const breaker = makeBreaker({
    monotonicMs,
    onChange: (change) => {
      const { tool, origin, rest } = change;
      if (rest === null) log.info({ tool, origin }, "A downstream answers again");
      else if (rest.isNew)
        log.warn({ tool, origin, why: rest.reason }, "A downstream does not answer; its intents rest");
      board.changed(change);
      if (rest !== null) setTimeout(tryDue, rest.leftMs).unref();
    },
  });
  const board = startRestingBoard({
    ...{ db, newId, workerId, monotonicMs, tryNow: breaker.tryNow, onError: report },
    onTry: tryDue,
  });
  const isPaused = async (attempt: { tool: string; agentId: string }) =>
    isPausedBy(await loadPauses(db.client), attempt);

  const inDoubtAtClaim = (answeredIds: string[]) => {
    if (answeredIds.length > 0) announce(answeredIds);
    doubts.wake();
  };
  const { versionOf } = catalog;
  const claiming = { versionOf, setAside: makeSetAside(monotonicMs), onDoubt: inDoubtAtClaim, onError: report };
  const { publicUrl, notifyUrl, allowUnsafeStore } = settings;
  const telling = { db, newId, publicUrl, sends: notifyUrl !== null };
  const witness = openWitness(settings, workerId, report);
  const guard = makeStoreGuard({
    db,
    newId,
    witness,
    claim: (wanted, known) =>
      measureFlush(metrics, "claim", () => claimIntents({ ...shared, ...claiming, known }, wanted)),
    openEpoch: (why, noticedIn, seenEpoch) =>
      openEpoch(telling, { why, actor: { kind: "worker", id: workerId }, reason: null, noticedIn, seenEpoch }),
    putInDoubt: (epoch) => putInDoubt({ ...shared, onDoubt: () => doubts.wake(), onError: report }, epoch),
    requireDurable: async () => {
      if (!allowUnsafeStore && !(await readDurability(db)).fsync) throw new UnsafeStoreError();
    },
    onDeaf: makeDeafWitnessReport({ db, newId, workerId, onError: report }),
    monotonicMs,
    graceMs: RESTORE_GRACE_MS,
    log,
  });
  const settling = { ...shared, onDoubt: () => doubts.wake() };
  const settleUntilSaid = makeSettler({
    settle: (settlements) => measureFlush(metrics, "settle", () => settleAttempts(settling, settlements)),
    settleInLine: (settlement) => settleInLine(settling, settlement),
    onError: report,
  });
  const lateFunctions = makeLateFunctions({
    sayStillActs: (attempt) => sayStillActs(shared, attempt),
    recordReturn: (attempt, outcome) => recordReturn(shared, attempt, outcome),
    settleUntilSaid,
    onError: report,
  });
  const performing = { catalog, connectors: measured.connectors, monotonicMs, isPaused, onError: report };
  const executor = makeExecutor({
    claim: guard.claim,
    restingTools: breaker.restingTools,
    roomFor: breaker.roomFor,
    perform: breaker.watch(measured.watch(makePerformAttempt(performing))),
    settleUntilSaid,
    outlived: lateFunctions.watch,
    monotonicMs,
    onError: report,
    slots: settings.workerConcurrency,
  });
  const doubts = startDoubtProbes(reach, {
    ...{ ...shared, catalog, wake: executor.wake, heard: breaker.heard, onError: report },
  });
  const wakeUps = listenForWakeUps(settings, { onWake: executor.wake, untilFree: executor.untilFree }, report);
  let told: NewestClaims | null = null;
  const sweeper = startLoop(
    async () => {
      const newest = await newestClaims(db, told);
      const isTakenIn = await guard.sawNewest(newest).catch(report);
      told = isTakenIn === true ? newest : null;
      await jumpsAt(db.client, newest.now.getTime());
      return (await sweepOnce({ ...shared, onDoubt: doubts.wake, onError: report })) + (await executor.takeDue());
    },
    SWEEP_INTERVAL_MS,
    report,
  );
  const mendDue = makeMendDue({
    db,
    onMended: (mended) => {
      for (const { was } of mended) metrics.add("interlock_due_mended_total", { was });
      log.error(
        { mended: mended.slice(0, MENDED_LOGGED_MAX) },
        "What is due did not agree with its intents; it does now",
      );
    },
  });
  const mending = startLoop(mendDue, MEND_INTERVAL_MS, report);
  const escalations = startLoop(
    () => escalateHolds({ ...shared, publicUrl, sends: notifyUrl !== null, onError: report }),
    SWEEP_INTERVAL_MS,
    report,
  );
  const moveEngines = makeMoveEngines({
    db,
    overlapMs: settings.engineOverlapMs,
    onError: report,
    onNotCarried: (tool, missing) =>
      log.error({ tool, missing }, "This release cannot make the tool's keys; its submissions are refused"),
  });
  const engines = startLoop(moveEngines, ENGINES_INTERVAL_MS, report);
  const housekeeping = startLoop(
    async () => (await closeDerivations({ db, termsOf: catalog.termsOf })) + (await pruneReservations({ db })),
    HOUSEKEEPING_INTERVAL_MS,
    report,
  );
  const { retentionMs } = settings;
  const erasing = { db, newId, versionOf: catalog.versionOf };
  const retention = startLoop(() => expireArgs({ ...erasing, retentionMs }), HOUSEKEEPING_INTERVAL_MS, report);
  const erasures = startLoop(() => runErasures(erasing), ERASURES_INTERVAL_MS, report);
  const sealer = startSealer({ db, masterKey: settings.key, log, onError: report });
  const onUnknown = (type: string) =>
    report(
      new Error(`The journal has a change that this release does not know: ${type}; its intent is shown as it stands`),
    );
  const projector = startProjector({ db, versionOf: catalog.versionOf, onUnknown }, report);
  const reconciliations = startReconciliations(reach, { ...shared, catalog, onError: report });
  const keyAudit = { intervalMs: settings.keyAuditIntervalMs, isStopping: () => stopping !== null };
  const keyAudits = startLoop(() => runKeyAudits({ ...shared, catalog, ...keyAudit }), KEY_AUDITS_INTERVAL_MS, report);
  const deliveries = startDeliveries(settings, db, report);
  const callbacks = startCallbacks(settings, { ...shared, catalog, onError: report });

  const loops = {
    ...{ sweeper, mending, escalations, engines, housekeeping, retention, erasures },
    ...{ sealer, projector, keyAudits },
  };
  const serves = makePortServes({
    ...{ db, metrics, metricsToken: settings.metricsToken, guard, executor, loops },
    isStopping: () => stopping !== null,
    onError: report,
  });

  let stopping: Promise<void> | null = null;
  async function stop(): Promise<void> {
    // First: a slow endpoint or queue that is waited for below must not let the backlog be claimed meanwhile (X3).
    const drained = executor.stop();
    await Promise.race([
      wakeUps.close().catch(report),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MAX_MS).unref()),
    ]);
    await Promise.all([
      sweeper.stop(),
      doubts.stop(),
      mending.stop(),
      escalations.stop(),
      engines.stop(),
      housekeeping.stop(),
      retention.stop(),
      erasures.stop(),
      sealer.stop(),
      projector.stop(),
      reconciliations.stop(),
      keyAudits.stop(),
      board.stop(),
      deliveries?.stop(),
      callbacks.stop(),
    ]);
    await drained;
    metrics.close();
    witness.close();
    await closeConnectors();
    // Last of all that may take long: a function that the store is no longer told of must not act on.
    await lateFunctions.stop();
    await Promise.allSettled([closeAnnouncements()]);
    await db.close();
  }
  return {
    serves,
    underWay: executor.underWay,
    // What is under way may outlive its attempt as well; a function may return at the very end, and has its effect to say then.
    drainMs: () => executor.leftMs() + SETTLE_MAX_MS + LAST_WORDS_MS + SETTLE_MAX_MS,
    stop: () => (stopping ??= stop()),
  };
}
