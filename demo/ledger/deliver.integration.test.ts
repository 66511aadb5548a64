import { join } from "node:path";
import { describe, expect } from "vitest";
import { type ActiveLedger, test } from "./fixture";

const body = { paymentId: "pay_1", amount: 80 };

/** What the caller saw: a status, or how the connection died. */
async function ask(ledger: ActiveLedger, key = "k1", timeoutMs = 15_000): Promise<string> {
  try {
    const res = await ledger.post("/refunds", body, { key, timeoutMs });
    await res.json();
    return String(res.status);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return name === "TimeoutError" ? "no answer" : `broken: ${cause?.code ?? name}`;
  }
}

/** A caller's patience: long enough that a busy machine has read the request before the caller leaves. */
const PATIENCE_MS = 1_000;

describe("every fault, acted out once", { timeout: 30_000 }, () => {
  const table: { kind: string; sees: string; effects: number; extra?: Record<string, unknown> }[] = [
    { kind: "slow_success", sees: "201", effects: 1, extra: { delayMs: 80 } },
    { kind: "late_effect", sees: "201", effects: 1, extra: { delayMs: 80 } },
    { kind: "effect_then_reset", sees: "broken: ECONNRESET", effects: 1 },
    { kind: "effect_then_500", sees: "500", effects: 1 },
    { kind: "effect_then_500", sees: "502", effects: 1, extra: { status: 502 } },
    { kind: "effect_then_truncated", sees: "broken: UND_ERR_SOCKET", effects: 1 },
    { kind: "unavailable_before_effect", sees: "503", effects: 0 },
    { kind: "unavailable_before_effect", sees: "429", effects: 0, extra: { status: 429 } },
    { kind: "partial", sees: "207", effects: 1 },
    { kind: "refuse", sees: "402", effects: 0 },
    { kind: "refuse", sees: "404", effects: 0, extra: { status: 404 } },
  ];
  for (const { kind, sees, effects, extra } of table) {
    test(`${kind} ${JSON.stringify(extra ?? {})}: the caller sees ${sees}, ${effects} effect(s)`, async ({ start }) => {
      const ledger = await start();
      expect((await ledger.setFault({ route: "/refunds", kind, times: 1, ...extra })).status).toBe(200);
      expect(await ask(ledger)).toBe(sees);
      expect(await ledger.effects()).toHaveLength(effects);
      expect((await ledger.requests())[0]?.fault).toBe(kind);
      // The fault is used up: asking again under the same key ends with exactly one effect.
      expect(await ask(ledger)).toBe(kind === "partial" ? "207" : "201");
      expect(await ledger.effects()).toHaveLength(1);
    });
  }

  for (const [kind, effects] of [
    ["effect_then_no_answer", 1],
    ["hang", 0],
  ] as const) {
    test(`${kind}: the caller waits for nothing, ${effects} effect(s)`, async ({ start }) => {
      const ledger = await start();
      await ledger.setFault({ route: "/refunds", kind, times: 1 });
      expect(await ask(ledger, "k1", PATIENCE_MS)).toBe("no answer");
      expect(await ledger.effects()).toHaveLength(effects);
      expect(await ask(ledger)).toBe("201");
      expect(await ledger.effects()).toHaveLength(1);
    });
  }
});

describe("the details of a fault", { timeout: 30_000 }, () => {
  test("503 says when to come back", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "*", kind: "unavailable_before_effect", retryAfterSeconds: 7 });
    const res = await ledger.post("/emails", body);
    expect(res.status).toBe(503);
    expect(res.headers.get("retry-after")).toBe("7");
  });

  test("a partial answer has an id and says that it is partial", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "/emails", kind: "partial" });
    const answer = await (await ledger.post("/emails", body)).json();
    expect(answer).toMatchObject({ id: expect.stringMatching(/^em_/), partial: true });
  });

  test("a late effect lands although its caller has left, and its key is in progress until then", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "/refunds", kind: "late_effect", delayMs: 3 * PATIENCE_MS, times: 1 });
    expect(await ask(ledger, "k1", PATIENCE_MS)).toBe("no answer");
    expect(await ledger.effects()).toEqual([]);
    expect(await ask(ledger)).toBe("409");
    await expect.poll(() => ledger.effects(), { timeout: 20_000 }).toHaveLength(1);
    expect(await ask(ledger)).toBe("201");
    expect(await ledger.effects()).toHaveLength(1);
  });

  test("a probe can fail too, without touching the effects", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "GET /refunds", kind: "unavailable_before_effect" });
    expect(await ask(ledger)).toBe("201");
    expect((await fetch(`${ledger.url}/refunds?key=k1`)).status).toBe(503);
    expect(await ledger.effects()).toHaveLength(1);
  });

  test("a fault does not change what was already done under the key", async ({ start }) => {
    const ledger = await start();
    expect(await ask(ledger)).toBe("201");
    await ledger.setFault({ route: "/refunds", kind: "effect_then_500" });
    expect(await ask(ledger)).toBe("500");
    await ledger.setFault({ route: "/refunds", kind: "effect_then_500", rate: 0 });
    await ledger.setFault({ route: "/refunds", kind: "partial" });
    expect(await ask(ledger)).toBe("201");
    expect(await ledger.effects()).toHaveLength(1);
  });

  test("the same seed and the same requests give the same run", async ({ start, dataDir }) => {
    let runCount = 0;
    async function run(seed: number): Promise<string[]> {
      const ledger = await start({ seed, dataDir: join(dataDir, `run${runCount++}`) });
      await ledger.setFault({ route: "/refunds", kind: "effect_then_500", rate: 0.3 });
      await ledger.setFault({ route: "/refunds", kind: "unavailable_before_effect", rate: 0.3 });
      const seen: string[] = [];
      for (let i = 0; i < 40; i++) seen.push(await ask(ledger, `k${i}`));
      await ledger.close();
      return seen;
    }
    const first = await run(3);
    expect(new Set(first)).toEqual(new Set(["201", "500", "503"]));
    expect(await run(3)).toEqual(first);
    expect(await run(4)).not.toEqual(first);
  });

  test("closing does not wait for callers that nobody will answer", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "/refunds", kind: "hang" });
    const hanging = ask(ledger, "k1", 30_000);
    await expect.poll(() => ledger.requests(), { timeout: 10_000 }).toHaveLength(1);
    await ledger.close();
    expect(await hanging).toMatch(/^broken/);
  });
});

describe("fault control", () => {
  test("lists, counts hits, clears", async ({ start }) => {
    const ledger = await start();
    await ledger.setFault({ route: "/refunds", kind: "effect_then_500" });
    await ask(ledger);
    expect((await ledger.get<{ data: unknown[] }>("/faults")).data).toEqual([
      { route: "/refunds", kind: "effect_then_500", rate: 1, status: 500, hits: 1 },
    ]);
    const cleared = await fetch(`${ledger.url}/faults`, { method: "DELETE" });
    expect(await cleared.json()).toEqual({ data: [] });
    expect(await ask(ledger)).toBe("201");
  });

  const bad: [string, unknown, RegExp][] = [
    ["an unknown kind", { route: "/refunds", kind: "explode" }, /kind/],
    ["an unknown route", { route: "/rockets", kind: "hang" }, /route/],
    ["no route", { kind: "hang" }, /route/],
    ["a rate above 1", { route: "*", kind: "hang", rate: 1.5 }, /rate/],
    ["a rate that is a string", { route: "*", kind: "hang", rate: "0.5" }, /rate/],
    ["an option the kind does not have", { route: "*", kind: "hang", delayMs: 5 }, /delayMs/],
    ["times 0", { route: "*", kind: "hang", times: 0 }, /times/],
    ["a refusal with a 2xx status", { route: "*", kind: "refuse", status: 200 }, /status/],
    ["an endless delay", { route: "*", kind: "slow_success", delayMs: 1e12 }, /delayMs/],
    ["a list", [], /object/],
  ];
  for (const [title, fault, names] of bad) {
    test(`${title} is a 400 that names what is wrong`, async ({ start }) => {
      const ledger = await start();
      const res = await ledger.setFault(fault);
      expect(res.status).toBe(400);
      expect((await res.json()).error.message).toMatch(names);
      expect((await ledger.get<{ data: unknown[] }>("/faults")).data).toEqual([]);
    });
  }
});
