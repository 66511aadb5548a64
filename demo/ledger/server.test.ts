import { describe, expect } from "vitest";
import { test } from "./fixture";

const refund = { paymentId: "pay_1", amount: "$80.00", currency: "USD" };

describe("routes that honour the key", { timeout: 30_000 }, () => {
  for (const [route, prefix] of [
    ["/refunds", "re_"],
    ["/bookings", "bk_"],
  ] as const) {
    test(`${route}: the same key gives the first answer and no second effect`, async ({ start }) => {
      const ledger = await start();
      const first = await ledger.post(route, refund, { key: "k1" });
      const second = await ledger.post(route, refund, { key: "k1" });
      const answer = await first.json();
      expect(first.status).toBe(201);
      expect(second.status).toBe(201);
      expect(answer.id).toMatch(new RegExp(`^${prefix}`));
      expect(await second.json()).toEqual(answer);
      expect(await ledger.effects()).toHaveLength(1);
    });
  }

  test("fifty at once with one key: one effect, the others are told it is in progress or get its answer", async ({
    start,
  }) => {
    const ledger = await start();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ledger.post("/refunds", refund, { key: "k1" }).then((res) => res.status)),
    );
    expect(answers.every((status) => status === 201 || status === 409)).toBe(true);
    expect(answers).toContain(201);
    expect(await ledger.effects()).toHaveLength(1);
  });

  test("the same key with another body is refused and does nothing", async ({ start }) => {
    const ledger = await start();
    await ledger.post("/refunds", refund, { key: "k1" });
    const other = await ledger.post("/refunds", { ...refund, amount: 100 }, { key: "k1" });
    expect(other.status).toBe(422);
    expect(await ledger.effects()).toHaveLength(1);
  });

  test("a key belongs to its route; a quoted key is the bare key; no key means no protection", async ({ start }) => {
    const ledger = await start();
    await ledger.post("/refunds", refund, { key: '"k1"' });
    await ledger.post("/refunds", refund, { key: "k1" });
    await ledger.post("/bookings", refund, { key: "k1" });
    await ledger.post("/refunds", refund);
    await ledger.post("/refunds", refund);
    expect((await ledger.effects()).map(({ route, key }) => `${route} ${key}`)).toEqual([
      "/refunds k1",
      "/bookings k1",
      "/refunds null",
      "/refunds null",
    ]);
  });
});

describe("routes that ignore the key", { timeout: 30_000 }, () => {
  for (const route of ["/charges", "/emails", "/corpus/launch_rocket"]) {
    test(`${route}: every request is an effect, and the key is on record for the probe`, async ({ start }) => {
      const ledger = await start();
      await ledger.post(route, refund, { key: "k1" });
      await ledger.post(route, refund, { key: "k1" });
      await ledger.post(route, refund, { key: "k2" });
      const { data } = await ledger.get<{ data: { id: string; key: string }[] }>(`${route}?key=k1`);
      expect(data).toHaveLength(2);
      expect(new Set(data.map((effect) => effect.id)).size).toBe(2);
      expect(await ledger.effects()).toHaveLength(3);
    });
  }
});

describe("looking", { timeout: 30_000 }, () => {
  test("a probe for an unknown key is empty, without a key it is an error", async ({ start }) => {
    const ledger = await start();
    expect(await ledger.get("/refunds?key=nobody")).toEqual({ data: [] });
    expect((await fetch(`${ledger.url}/refunds`)).status).toBe(400);
  });

  test("a payment shows what was refunded of it", async ({ start }) => {
    const ledger = await start();
    const before = await ledger.get<{ balance: number }>("/payments/pay_1");
    await ledger.post("/refunds", { ...refund, amount: "$12.50" });
    const after = await ledger.get<{ balance: number; refunded: number }>("/payments/pay_1");
    expect(after.refunded).toBe(12.5);
    expect(after.balance).toBe(before.balance - 12.5);
  });

  test("effects are listed in order and filtered by route, key, effect id and instant", async ({ start }) => {
    const ledger = await start();
    for (const [route, key] of [
      ["/refunds", "a"],
      ["/charges", "b"],
      ["/charges", "c"],
    ] as const) {
      await ledger.post(route, { key }, { key });
    }
    const all = await ledger.effects();
    expect(all.map((effect) => effect.key)).toEqual(["a", "b", "c"]);
    expect(await ledger.effects("?route=/charges")).toEqual(all.slice(1));
    expect(await ledger.effects("?key=b")).toEqual([all[1]]);
    expect(await ledger.effects(`?since=${all[0]?.id}`)).toEqual(all.slice(1));
    expect(await ledger.effects("?since=2999-01-01T00:00:00Z")).toEqual([]);
    expect((await fetch(`${ledger.url}/effects?since=yesterday`)).status).toBe(400);
    expect((await fetch(`${ledger.url}/effects?rout=/charges`)).status).toBe(400);
  });

  test("every request is on record with its outcome", async ({ start }) => {
    const ledger = await start({ token: "secret" });
    const headers = { authorization: "Bearer secret" };
    await ledger.post("/refunds", refund, { key: "k1" });
    await ledger.post("/refunds", refund, { key: "k1", headers });
    await ledger.post("/refunds", refund, { key: "k1", headers });
    await ledger.get("/refunds?key=k1");
    const requests = await ledger.requests();
    expect(requests.map(({ method, outcome, status }) => [method, outcome, status])).toEqual([
      ["POST", "rejected", 401],
      ["POST", "performed", 201],
      ["POST", "replayed", 201],
      ["GET", "read", 200],
    ]);
    expect(requests[1]?.effectId).toBe((await ledger.effects())[0]?.id);
  });
});

describe("bad input", { timeout: 30_000 }, () => {
  test("without the right token an effect route answers 401 and does nothing", async ({ start }) => {
    const ledger = await start({ token: "secret" });
    for (const authorization of ["", "Bearer wrong", "Bearer secreT", "secret"]) {
      expect((await ledger.post("/charges", refund, { headers: { authorization } })).status).toBe(401);
    }
    expect(await ledger.effects()).toEqual([]);
    expect((await ledger.post("/charges", refund, { headers: { authorization: "Bearer secret" } })).status).toBe(201);
  });

  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const cases: [string, string, number, string][] = [
    ["bad JSON", '{"amount":', 400, "invalid_json"],
    ["no body", "", 400, "invalid_json"],
    ["an array", "[]", 400, "invalid_body"],
    ["null", "null", 400, "invalid_body"],
    ["a deeply nested body", deep, 400, "body_too_deep"],
    ["more than a mebibyte", JSON.stringify({ note: "x".repeat(1024 * 1024) }), 413, "body_too_large"],
    ["much more than a mebibyte", JSON.stringify({ note: "x".repeat(8 * 1024 * 1024) }), 413, "body_too_large"],
  ];
  for (const [title, body, status, code] of cases) {
    test(`${title} answers ${status} ${code} and does nothing`, async ({ start }) => {
      const ledger = await start();
      const res = await ledger.post("/charges", body);
      expect(res.status).toBe(status);
      expect((await res.json()).error.code).toBe(code);
      expect(await ledger.effects()).toEqual([]);
      expect((await ledger.post("/charges", refund)).status).toBe(201);
    });
  }

  test("a key over 255 characters is refused", async ({ start }) => {
    const ledger = await start();
    expect((await ledger.post("/refunds", refund, { key: "k".repeat(256) })).status).toBe(400);
    expect((await ledger.post("/refunds", refund, { key: "k".repeat(255) })).status).toBe(201);
  });

  test("unknown paths and wrong methods say so", async ({ start }) => {
    const ledger = await start();
    expect((await ledger.post("/rockets", refund)).status).toBe(404);
    expect((await ledger.post("/corpus/a/b", refund)).status).toBe(404);
    expect((await ledger.post("/corpus/", refund)).status).toBe(404);
    expect((await fetch(`${ledger.url}/refunds`, { method: "DELETE" })).headers.get("allow")).toBe("GET, POST");
    expect((await ledger.post("/effects", refund)).status).toBe(405);
    expect((await ledger.post("/payments/p1", refund)).status).toBe(405);
  });
});
