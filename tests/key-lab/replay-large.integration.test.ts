// A replay that takes its time: others are served meanwhile, it tells how far it is, and it ends when nobody listens.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { makeReplayContract } from "@/lib/application/replay-contract";
import { type ReplayDto, ReplayLine } from "@/lib/wire/replay";
import { ask, contract } from "../gate/support/contract";
import { Stage } from "../gate/support/stage";
import { copyIntent } from "./copies";

const COUNT = Number(process.env["KEY_LAB_SUBMISSIONS"] ?? 12_000);

let stage: Stage;
let tool: string;
beforeAll(async () => {
  stage = await Stage.open();
  tool = await stage.tool();
  const { body } = await stage.submit(ask(tool, "the first"));
  const id = String(body["id"]);
  await stage.run(id, { class: "success", effectId: "fx_1", result: null });
  await copyIntent(stage, id, COUNT - 1);
}, 120_000);
afterAll(() => stage.close());

const CHANGED = { key: { scope: "business", window: "1h" } };

function start(signal?: AbortSignal): Promise<Response> {
  return fetch(`${stage.product.url}/api/v1/contracts/${tool}/replay`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stage.product.operatorToken}`,
      "content-type": "application/json",
      accept: "application/x-ndjson",
      connection: "close",
    },
    body: JSON.stringify({ contract: contract(tool, CHANGED) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function* linesOf(response: Response): AsyncGenerator<ReplayLine> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield ReplayLine.parse(JSON.parse(line));
  }
}

test("progress is told line by line, others are answered meanwhile, and the result comes last", async () => {
  const response = await start();
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const seen: ReplayLine[] = [];
  let answeredAfter = -1;
  let asked: Promise<void> | null = null;
  for await (const line of linesOf(response)) {
    seen.push(line);
    asked ??= stage.submit(ask(tool, "meanwhile")).then(() => {
      answeredAfter = seen.length;
    });
  }
  await asked;
  const last = seen.at(-1);
  expect(last).toMatchObject({ type: "result", tool, keysChange: true });
  const { submissions, tookMs } = last as ReplayDto;
  expect(submissions).toMatchObject({ compared: COUNT, changed: 0, leftOut: { notReproduced: 0 } });
  const progress = seen.filter((line) => line.type === "progress");
  expect(progress.length).toBe(seen.length - 1);
  expect(progress.every(({ total }) => total >= COUNT)).toBe(true);
  expect(progress.map(({ done }) => done)).toEqual([...progress.map(({ done }) => done)].sort((a, b) => a - b));
  // Before the result was: it was not kept waiting for the end.
  expect(answeredAfter).toBeGreaterThan(0);
  expect(answeredAfter).toBeLessThan(seen.length);
  if (process.env["KEY_LAB_SUBMISSIONS"] !== undefined) {
    console.log(`${COUNT} submissions in ${tookMs} ms, ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`);
  }
}, 60_000);

test("between two slices the process turns to whoever else waits", async () => {
  const { db } = stage;
  const replay = makeReplayContract({ db, catalog: makeContractCatalog(db) });
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const told: number[] = [];
  const text = JSON.stringify(contract(tool, CHANGED));
  const input = { tool, text, format: "json", fromMs: null, toMs: null, namespace: null, examplesMax: 1 } as const;
  await replay(input, () => told.push(turns), new AbortController().signal).finally(() => clearImmediate(next));
  expect(new Set(told).size).toBe(told.length);
  // More of them than there are pages to wait for.
  expect(told.length).toBeGreaterThan(COUNT / 1_000);
}, 60_000);

test("a replay that nobody waits for any more stops where it is", async () => {
  const { db } = stage;
  const replay = makeReplayContract({ db, catalog: makeContractCatalog(db) });
  const gone = new AbortController();
  const told: number[] = [];
  const text = JSON.stringify(contract(tool, CHANGED));
  const input = { tool, text, format: "json", fromMs: null, toMs: null, namespace: null, examplesMax: 1 } as const;
  const onProgress = (done: number) => {
    told.push(done);
    if (done > 0) gone.abort();
  };
  await expect(replay(input, onProgress, gone.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(told.at(-1)).toBeLessThan(COUNT / 2);
});

test("two run at once, a third is told to wait, and those whose reader has gone make room", async () => {
  const gone = new AbortController();
  const running = await Promise.all([start(gone.signal), start(gone.signal)]);
  expect(running.map(({ status }) => status)).toEqual([200, 200]);
  const third = await start();
  expect(third.status).toBe(429);
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  await third.body?.cancel();
  gone.abort();
  const room = async () => {
    const next = await start(new AbortController().signal);
    await next.body?.cancel();
    return next.status;
  };
  await expect.poll(room, { timeout: 20_000 }).toBe(200);
}, 60_000);
