// Calls about the audit log, as the description of the API has them.
import { describe, expect, test } from "vitest";
import type { OpenApiStage } from "./stage";

type Items = { items: Record<string, unknown>[] };

export function auditCalls(stageOf: () => OpenApiStage): void {
  describe("the audit log", () => {
    const AUDIT = "/api/v1/audit";

    test("events, seals, proofs, keys and an export", async () => {
      const stage = stageOf();
      const tool = await stage.publish();
      const query = `type=contract.published&subject=${tool}`;
      const find = async () => (await stage.calls(200, `GET ${AUDIT}/events`, { query })).body as unknown as Items;
      await expect.poll(async () => (await find()).items[0]?.["position"] ?? null).not.toBeNull();
      const [event] = (await find()).items;
      await stage.calls(200, `GET ${AUDIT}/events/{id}/proof`, { at: { id: String(event?.["id"]) } });
      for (const more of [
        "",
        "order=position&limit=1",
        "actor=opr_x",
        "from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00Z",
      ])
        await stage.calls(200, `GET ${AUDIT}/events`, { query: more });
      await stage.calls(400, `GET ${AUDIT}/events`, { query: "order=oldest" });
      await stage.calls(400, `GET ${AUDIT}/events`, { query: "order=position&cursor=evt_1" });
      await stage.calls(200, `GET ${AUDIT}/seals`, { query: "limit=2" });
      await stage.calls(400, `GET ${AUDIT}/seals`, { query: "cursor=x" });
      await stage.calls(200, `GET ${AUDIT}/key`);
      await stage.calls(200, `GET ${AUDIT}/export`, { query: "from=2020-01-01T00:00:00Z" });
      await stage.calls(400, `GET ${AUDIT}/export`, { query: "from=yesterday" });
    });

    test("what is not sealed yet has no proof", async () => {
      const stage = stageOf();
      const id = `evt_${"0".repeat(25)}1`;
      await stage.onDatabase(`alter table audit_seals add constraint stuck check (not '${id}' = any(rows)) not valid`);
      await stage.onDatabase(
        "insert into journal (id, at, type, actor_kind, actor_id) values ($1, now(), 'test', 'system', 'test')",
        id,
      );
      await stage.calls(409, `GET ${AUDIT}/events/{id}/proof`, { at: { id } });
      await stage.onDatabase("alter table audit_seals drop constraint stuck");
    });
  });
}
