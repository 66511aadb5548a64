import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { People } from "./support/people";

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

describe("tokens", () => {
  test("are shown once, listed without the secret, and kept as hashes", async () => {
    const { id, token } = await people.addOperator("viewer");
    const { body } = await people.asAdmin("GET", `/operators/${id}/tokens`);
    expect(body).toMatchObject({ items: [{ name: "test", expiresAt: null, revokedAt: null }], nextCursor: null });
    const kept = JSON.stringify([
      (await people.database.query("select * from operator_tokens")).rows,
      (await people.database.query("select * from audit_events")).rows,
    ]);
    expect(JSON.stringify(body)).not.toContain(token.slice(0, 12));
    expect(kept).not.toContain(token.slice(0, 12));
  });

  test("end when they were meant to", async () => {
    const { id } = await people.addOperator("viewer");
    const { body } = await people.asAdmin("POST", `/operators/${id}/tokens`, { name: "short", expiresIn: "1h" });
    expect(Date.parse(String(body["expiresAt"])) - Date.parse(String(body["createdAt"]))).toBe(3_600_000);
    const call = people.as(String(body["token"]));
    expect((await call("GET", "/session")).status).toBe(200);
    // The hour passes: what is stored moves, not the clock.
    await people.database.query("update operator_tokens set expires_at = now() - interval '1 ms' where id = $1", [
      body["id"],
    ]);
    expect((await call("GET", "/session")).status).toBe(401);
  });

  test("stop at once when revoked, through their own operator only; again changes nothing", async () => {
    const [mine, theirs] = [await people.addOperator("viewer"), await people.addOperator("viewer")];
    expect((await people.asAdmin("DELETE", `/operators/${mine.id}/tokens/${theirs.tokenId}`)).status).toBe(404);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await people.asAdmin("DELETE", `/operators/${mine.id}/tokens/${mine.tokenId}`)).status).toBe(204);
    }
    expect([(await mine.call("GET", "/session")).status, (await theirs.call("GET", "/session")).status]).toEqual([
      401, 200,
    ]);
    const revocations = (await people.eventsAbout(mine.id)).filter((event) =>
      event.startsWith("operator.token_revoked"),
    );
    expect(revocations).toHaveLength(1);
  });

  test("that work are counted, in the list, in the account and after a change of it", async () => {
    const { id, tokenId } = await people.addOperator("viewer");
    const counts = async () => {
      const listed = (await people.asAdmin("GET", "/operators?limit=1")).body["items"] as { liveTokenCount: number }[];
      const read = (await people.asAdmin("GET", `/operators/${id}`)).body;
      const changed = (await people.asAdmin("PATCH", `/operators/${id}`, { role: "viewer" })).body;
      return [listed[0], read, changed].map((account) => account?.["liveTokenCount"]);
    };
    expect(await counts()).toEqual([1, 1, 1]);
    const { body } = await people.asAdmin("POST", `/operators/${id}/tokens`, { name: "second", expiresIn: "1h" });
    expect(await counts()).toEqual([2, 2, 2]);
    await people.database.query("update operator_tokens set expires_at = now() - interval '1 ms' where id = $1", [
      body["id"],
    ]);
    expect(await counts()).toEqual([1, 1, 1]);
    await people.asAdmin("DELETE", `/operators/${id}/tokens/${tokenId}`);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  test("tell when they were last used", async () => {
    const { id, call } = await people.addOperator("viewer");
    await call("GET", "/session");
    const read = async () =>
      (await people.asAdmin("GET", `/operators/${id}/tokens`)).body["items"] as { lastUsedAt: unknown }[];
    await vi.waitFor(async () => expect((await read())[0]?.lastUsedAt).not.toBeNull(), { timeout: 10_000 });
  });
});
