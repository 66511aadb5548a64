// Releases whose normalisers give other answers, on one store: each has its own catalogue, intake, publishing and moves.
import { type ContractCatalog, makeContractCatalog } from "@/lib/application/contract-catalog";
import type { Recorded } from "@/lib/application/intake/pending";
import { recordSubmissions } from "@/lib/application/intake/record-submissions";
import { makeMoveEngines } from "@/lib/application/move-engines";
import { prepareFresh } from "@/lib/application/prepare-pending";
import { publishContract } from "@/lib/application/publish-contract";
import { ENGINES, type EngineTable } from "@/lib/domain/normalise/engines";
import { SubmitBody } from "@/lib/wire/intent";
import { contract, FIELDS } from "./contract";
import type { Body, Stage } from "./stage";

/** Releases differ in nothing but their e-mail engine. */
const SAME = Object.fromEntries(
  Object.entries(ENGINES).map(([name, { carried }]) => [name, { current: 1, carried }]),
) as EngineTable;
const numbered = (current: number, carried: number[]): EngineTable => ({ ...SAME, email: { current, carried } });

export const FIRST = numbered(1, [1]);
export const SECOND = numbered(2, [1, 2]);
/** Its third engine answers as the second does; it is the number that counts. */
export const THIRD = numbered(3, [1, 2, 3]);
/** A release that carries the first engine no more. */
export const WITHOUT_FIRST = numbered(2, [2]);

export const FIELDS_BY_MAIL = { ...FIELDS, "/id": { role: "identity", as: "email" } };
/** The engines spell this address in two ways, on every Node: the first ends it with a final sigma. */
export const address = (thing: string) => `${thing}.ΑΣ@example.com`;

export type Release = {
  catalog: ContractCatalog;
  submit(body: Body): Promise<Recorded>;
  publish(tool: string, more?: Body): Promise<void>;
  /** One turn of a worker that has just started. */
  move(overlapMs?: number): Promise<number>;
  missing: string[];
  /** What its worker could not look at. */
  faults: unknown[];
};

export function makeRelease(stage: Stage, engines: EngineTable): Release {
  const { db, newId } = stage;
  const catalog = makeContractCatalog(db, undefined, undefined, engines);
  const missing: string[] = [];
  const faults: unknown[] = [];
  const onNotCarried = (tool: string, named: string[]) => void missing.push(`${tool}: ${named.join(", ")}`);
  const onError = (error: unknown) => void faults.push(error);
  const submit = async (body: Body): Promise<Recorded> => {
    const agent = await stage.demoAgent();
    const sent = { agent, keyHash: null, callerKey: null, bytes: 0, unsafeNumbers: [], body: SubmitBody.parse(body) };
    const [recorded] = await recordSubmissions({ db, newId, versionOf: catalog.versionOf }, [
      await prepareFresh(catalog, sent),
    ]);
    if (recorded === undefined) throw new Error("nothing was recorded");
    if (recorded.kind !== "stale") return recorded;
    catalog.forget(String(body["tool"]));
    return submit(body);
  };
  return {
    catalog,
    submit,
    missing,
    faults,
    async publish(tool, more = {}) {
      const text = JSON.stringify(contract(tool, { fields: FIELDS_BY_MAIL, ...more }));
      const actor = { kind: "system", id: "test" } as const;
      await publishContract({ db, newId, engines, forget: catalog.forget }, { tool, text, format: "json", actor });
    },
    move: (overlapMs = 0) => makeMoveEngines({ db, overlapMs, onNotCarried, onError, engines })(),
  };
}

let toolCount = 0;
export async function toolOf(release: Release, more: Body = {}): Promise<string> {
  toolCount += 1;
  const tool = `mail_${toolCount}`;
  await release.publish(tool, more);
  return tool;
}

export const idOf = (recorded: Recorded) => (recorded.kind === "recorded" ? recorded.row.id : recorded.kind);
export const dispositionOf = (recorded: Recorded) =>
  recorded.kind === "recorded" ? recorded.disposition : recorded.kind;

/** The overlap is over at once. */
export async function moveNow(stage: Stage, release: Release, tool: string): Promise<void> {
  await release.move();
  await release.move();
  if (!(await isMoved(stage, tool))) throw new Error("it was not moved");
}

export async function isMoved(stage: Stage, tool: string): Promise<boolean> {
  return (await derivationsOf(stage, tool)).some(({ retired }) => retired);
}

export function derivationsOf(stage: Stage, tool: string) {
  return stage.sql<{ engines: object; retired: boolean; closed: boolean }>(
    `select engines, retired_at is not null as retired, closed_at is not null as closed
     from key_derivations where tool = $1 order by opened_at, engines::text`,
    tool,
  );
}
