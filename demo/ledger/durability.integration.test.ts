import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { test } from "./fixture";
import { Journal } from "./journal";

const refund = { paymentId: "pay_1", amount: 80 };

describe("the ledger is durable", { timeout: 30_000 }, () => {
  test("an effect is in the file before its answer arrives", async ({ start, dataDir }) => {
    const ledger = await start();
    for (let i = 1; i <= 20; i++) {
      const { id } = await (await ledger.post("/charges", { i })).json();
      const lines = (await readFile(join(dataDir, "effects.jsonl"), "utf8")).trim().split("\n");
      expect(lines).toHaveLength(i);
      expect(lines.at(-1)).toContain(id);
    }
  });

  test("a restart keeps the effects, their order, and the answers of honoured keys", async ({ start }) => {
    const first = await start();
    const answer = await (await first.post("/refunds", refund, { key: "k1" })).json();
    await first.post("/charges", refund, { key: "k1" });
    const effects = await first.effects();
    await first.close();

    const second = await start();
    expect(await second.effects()).toEqual(effects);
    expect(await (await second.post("/refunds", refund, { key: "k1" })).json()).toEqual(answer);
    expect((await second.post("/refunds", { amount: 1 }, { key: "k1" })).status).toBe(422);
    expect(await second.effects()).toHaveLength(2);
  });

  test("a partial effect is replayed as partial, even after a restart", async ({ start }) => {
    const first = await start();
    await first.setFault({ route: "/refunds", kind: "partial", times: 1 });
    const answer = await (await first.post("/refunds", refund, { key: "k1" })).json();
    await first.close();
    const again = await (await start()).post("/refunds", refund, { key: "k1" });
    expect(again.status).toBe(207);
    expect(await again.json()).toEqual(answer);
  });

  for (const [title, tail] of [
    ["an unfinished last line", '{"id":"re_torn","route":"/ref'],
    [
      "a last line without its newline",
      '{"id":"re_torn","route":"/refunds","key":null,"body":{},"at":"x","requestId":"r"}',
    ],
    ["an unreadable last line", "\u0000\u0000\u0000\n"],
  ] as const) {
    test(`${title} is cut, and the next effect starts on a clean line`, async ({ start, dataDir }) => {
      const path = join(dataDir, "effects.jsonl");
      const first = await start();
      await first.post("/charges", { i: 1 });
      await first.close();
      await appendFile(path, tail);

      const second = await start();
      expect(await second.effects()).toHaveLength(1);
      await second.post("/charges", { i: 2 });
      await second.close();

      const lines = (await readFile(path, "utf8")).trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).body)).toEqual([{ i: 1 }, { i: 2 }]);
    });
  }

  test("damage in the middle stops the start and names the line", async ({ start, dataDir }) => {
    const first = await start();
    await first.post("/charges", { i: 1 });
    await first.close();
    const path = join(dataDir, "effects.jsonl");
    await writeFile(path, `garbage\n${await readFile(path, "utf8")}`);
    await expect(start()).rejects.toThrow(/damaged at line 1/);
  });

  test("a second ledger on the same directory is refused while the first one lives", async ({ start, dataDir }) => {
    const first = await start();
    await expect(start()).rejects.toThrow(`already keeps ${dataDir}`);
    await first.close();
    await start();
  });
});

describe("the journal", { timeout: 30_000 }, () => {
  test("keeps the order of the calls and survives being closed in mid-flush", async ({ dataDir }) => {
    const path = join(dataDir, "j.jsonl");
    const options = { path, durable: true, onRecord: () => undefined };
    const journal = await Journal.open(options);
    const writes = Array.from({ length: 500 }, (_, i) => journal.append(i));
    await Promise.all([journal.close(), ...writes]);
    await expect(journal.append("late")).rejects.toThrow("closed");

    const seen: unknown[] = [];
    const reopened = await Journal.open({ ...options, onRecord: (record) => seen.push(record) });
    await reopened.close();
    expect(seen).toEqual(Array.from({ length: 500 }, (_, i) => i));
  });
});
