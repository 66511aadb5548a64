/** The bare protocol's worker: claims what is due in batches, performs each by HTTP, settles in batches, tells web. */
import { once } from "node:events";
import { request } from "node:http";
import type { Duplex } from "node:stream";
import { Pool } from "undici";
import { onStop, reportReady } from "@/lib/config/process";
import { makeLineReader } from "../lines";
import { connectBare, fail } from "./connect";
import { makeFlusher } from "./flusher";
import { CLAIM, SETTLE } from "./schema";

type Claimed = { id: string; fence: number; detail: object };
type Settled = { id: string; fence: number; detail: string };

const { DATABASE_URL = "", BARE_WEB_URL = "", BARE_DOWNSTREAM_URL = "" } = process.env;
/** As many as the product's worker performs at once. */
const SLOTS = 100;
const SETTLES_MAX = 2;
const SIZE_MAX = 500;
/** Finds what a wake-up was lost for. */
const SWEEP_MS = 250;

const database = connectBare(DATABASE_URL, SETTLES_MAX + 1);
const downstream = new Pool(BARE_DOWNSTREAM_URL, { connections: SLOTS });
const web = await connectToWeb();
let freeSlots = SLOTS;
let isDue = true;
let claiming = false;

const settler = makeFlusher<Settled>({ flush: settle, underWayMax: SETTLES_MAX, sizeMax: SIZE_MAX, onError: fail });

/** One claim at a time, for as many as there are slots: whatever becomes free meanwhile is the next one's. */
async function claim(): Promise<void> {
  if (claiming || !isDue || freeSlots === 0) return;
  claiming = true;
  isDue = false;
  const wanted = freeSlots;
  const claimed = await database.run<Claimed>("claim", CLAIM, [wanted]);
  claiming = false;
  if (claimed.length === wanted) isDue = true;
  freeSlots -= claimed.length;
  for (const one of claimed) perform(one).catch(fail);
  await claim();
}

async function perform({ id, fence, detail }: Claimed): Promise<void> {
  const { statusCode, body } = await downstream.request({
    method: "POST",
    path: "/refunds",
    headers: { "content-type": "application/json", "idempotency-key": id },
    body: JSON.stringify(detail),
  });
  const answer = await body.text();
  if (statusCode !== 201) throw new Error(`The downstream answered ${statusCode}: ${answer}`);
  settler.give({ id, fence, detail: answer });
}

async function settle(items: Settled[]): Promise<void> {
  const columns = [items.map(({ id }) => id), items.map(({ fence }) => fence), items.map(({ detail }) => detail)];
  const ended = await database.run<{ id: string }>("settle", SETTLE, columns);
  if (ended.length !== items.length) throw new Error("An intent that this worker held was settled elsewhere.");
  web.write(`${ended.map(({ id }) => id).join("\n")}\n`);
  freeSlots += items.length;
  await claim();
}

async function connectToWeb(): Promise<Duplex> {
  const asked = request(BARE_WEB_URL, { headers: { connection: "upgrade", upgrade: "bare" } });
  asked.end();
  const [, socket] = (await once(asked, "upgrade")) as [unknown, Duplex];
  return socket;
}

function wake(): void {
  isDue = true;
  claim().catch(fail);
}

web.on("data", makeLineReader(wake));
web.on("error", () => web.destroy()); // web has ended
const sweeping = setInterval(wake, SWEEP_MS);
reportReady();
wake();

onStop(async () => {
  clearInterval(sweeping);
  web.destroy();
  await downstream.close();
  await database.close();
});
