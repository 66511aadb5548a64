/** Wires the web process: store, catalogue, queue, waiters, API. Nothing here starts a worker. */
import type { Hono } from "hono";
import { makeApi } from "@/api/app";
import type { ApiDeps } from "@/api/deps";
import { makeSubmitDirect, type SubmitDirect } from "@/api/submit-direct";
import { makeAgentDirectory } from "@/lib/application/agent-directory";
import { makeChangeFeed } from "@/lib/application/change-feed";
import { makeClockWatch } from "@/lib/application/clock-watch";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeCatchUp } from "@/lib/application/history/catch-up";
import { makeLockRoom } from "@/lib/application/intake/lock-room";
import { makeLastUsed } from "@/lib/application/last-used";
import { openMetrics, type ProcessMetrics } from "@/lib/application/metrics/open-metrics";
import { makeReadIntent } from "@/lib/application/read-intents";
import { makeReplayContract } from "@/lib/application/replay-contract";
import { makeUnreadableReport } from "@/lib/application/report-unreadable";
import { makeRestingView } from "@/lib/application/resting-view";
import { makeSignIn } from "@/lib/application/sign-in";
import { makeSubmitIntent } from "@/lib/application/submit-intent";
import { makeWaiters } from "@/lib/application/wait-for-end";
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { makeRateLimited } from "@/lib/config/rate-limited";
import { makeSteadyClock } from "@/lib/config/steady-clock";
import { makeSealKey, type SealKey } from "@/lib/domain/audit/seal-key";
import { makeIdSource } from "@/lib/domain/id";
import { makeSecretBox } from "@/lib/domain/secret-box";
import { listenForAnnouncements, makeAnnouncements } from "@/lib/queue/announcements";
import { makeWakeUps } from "@/lib/queue/wake-ups";
import { openDatabase } from "@/lib/store/database";
import { touchCredentials } from "@/lib/store/last-used";
import { listResting } from "@/lib/store/resting-downstreams";
import { INTENT_IDS_MAX } from "@/lib/wire/stream";
import { makeRenderAll } from "./gather-metrics";

export type Runtime = {
  api: Hono;
  direct: SubmitDirect;
  stopWaiting(): void;
  close(): Promise<void>;
};

/**
 * With those for the queue, up to 30 connections. Two processes and a worker fit into PostgreSQL's 100; of more each has
 * fewer: as many transactions as figures may take (`count-intents`, `read-overview`) and one, and a flush beside its lanes.
 */
const CONNECTIONS = { connectionsMax: 8, rawConnectionsMax: 9 };
const FEWER_CONNECTIONS = { connectionsMax: 6, rawConnectionsMax: 5 };
const FULL_SHARES_MAX = 2;

/** An outage says so once in this time, not once a request. */
const FAULT_LOG_INTERVAL_MS = 5_000;

export function makeRuntime(settings: Settings, log: Logger): Runtime {
  const metrics = openMetrics("web");
  const connections = settings.webProcesses > FULL_SHARES_MAX ? FEWER_CONNECTIONS : CONNECTIONS;
  const database = { url: settings.databaseUrl, ...connections, name: "interlock-web" };
  const db = openDatabase({ ...database, onReached: metrics.reached });
  metrics.readStore(db);
  const quiet = makeQuiet(log, metrics);
  const newId = makeIdSource(Date.now);
  const queueError = quiet("queue", "The queue is unreachable; work is delayed until the sweeper finds it");
  const storeError = quiet("store", "The store is unreachable");
  const wakeUps = makeWakeUps(settings, queueError);
  const announcements = makeAnnouncements(settings, queueError);
  const waiters = makeWaiters(db, storeError);
  const changes = makeChangeFeed({ db, idsMax: INTENT_IDS_MAX, onError: storeError });
  const settled = (ids: string[]) => {
    waiters.announce(ids);
    changes.nudge();
  };
  const listening = listenForAnnouncements(settings, settled, queueError);
  const fault = quiet("request", "A request failed");
  const unreadable = quiet("contract", "A contract version cannot be read");
  const onUnreadable = makeUnreadableReport({ db, newId, onError: unreadable });
  const catalog = makeContractCatalog(db, undefined, onUnreadable);
  const lastUsed = makeLastUsed({
    write: (kind, ids) => touchCredentials(db.client, kind, ids),
    now: Date.now,
    onError: storeError,
  });

  const resting = makeRestingView({ read: () => listResting(db.client), now: Date.now, onError: storeError });
  const agents = makeAgentDirectory({ db, now: Date.now, onUse: lastUsed.saw });
  const { callbacks } = settings;
  const jumpsAt = makeClockWatch({ db, newId, process: "web", monotonicMs: makeSteadyClock(), onError: storeError });
  const submitIntent = makeSubmitIntent({
    ...{ db, newId, catalog, agents, wake: wakeUps.wake, callbacks },
    lockRoom: makeLockRoom(db, storeError),
    jumpsAt,
    metrics,
  });

  const projecting = quiet("history", "History could not be brought up to date; lists say that they are behind");
  const onUnknown = (type: string) => projecting(new Error(`The journal has a change that is not known here: ${type}`));
  const apiDeps: ApiDeps = {
    db,
    jumpsAt,
    catalog,
    catchUp: makeCatchUp({ db, versionOf: catalog.versionOf, onUnknown, onError: projecting }),
    newId,
    now: Date.now,
    agents,
    readIntent: makeReadIntent(db),
    replayContract: makeReplayContract({ db, catalog }),
    submitIntent,
    signIn: makeSignIn({ db, newId }),
    credentialUsed: lastUsed.saw,
    waiters,
    resting,
    changes,
    wake: wakeUps.wake,
    announce: (ids) => {
      settled(ids);
      announcements.send(ids);
    },
    callbacks,
    webhookSecrets: makeSecretBox(settings.key),
    sealKey: publicPartOf(makeSealKey(settings.key)),
    publicUrl: settings.publicUrl,
    renderMetrics: makeRenderAll({ snapshot: metrics.snapshot, onError: fault }),
    metricsToken: settings.metricsToken,
    onSubmissionRefused: (code) => metrics.add("interlock_submission_refusals_total", { code }),
    onError: (error, where) =>
      fault(Object.assign(error instanceof Error ? error : new Error(String(error)), { where })),
  };

  function stopWaiting(): void {
    waiters.close();
    changes.close();
  }

  async function close(): Promise<void> {
    stopWaiting();
    metrics.close();
    await Promise.allSettled([
      listening.close(),
      wakeUps.close(),
      announcements.close(),
      lastUsed.close(),
      resting.close(),
    ]);
    await db.close();
  }
  return { api: makeApi(apiDeps), direct: makeSubmitDirect(apiDeps), stopWaiting, close };
}

/** Seals are made by the worker: nothing here needs what signs them. */
function publicPartOf({ keyId, pem }: SealKey): ApiDeps["sealKey"] {
  return { keyId, pem };
}

/** Each is counted; the log has one of a kind every so often. */
function makeQuiet(log: Logger, metrics: Pick<ProcessMetrics, "add">) {
  return (part: string, message: string): ((error: unknown) => void) => {
    const report = makeRateLimited(FAULT_LOG_INTERVAL_MS, Date.now, (error, leftOutCount) => {
      log.warn({ err: error, ...(leftOutCount > 0 ? { leftOutCount } : {}) }, message);
    });
    return (error) => {
      metrics.add("interlock_errors_total", { part });
      report(error);
    };
  };
}
