// The description of the API and the running service agree, in both directions: every operation is called, every
// answer is judged by the document, and every answer that the document promises comes up.
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { auditCalls } from "./openapi/audit";
import { downstreamCalls } from "./openapi/downstreams";
import { inboxCalls } from "./openapi/inbox";
import { intentCalls } from "./openapi/intents";
import { keyLabCalls } from "./openapi/key-lab";
import { overviewCalls } from "./openapi/overview";
import { peopleCalls } from "./openapi/people";
import { proposalCalls } from "./openapi/proposals";
import { reconciliationCalls } from "./openapi/reconciliations";
import { INTENT, idOf, OpenApiStage, WAIT } from "./openapi/stage";

let stage: OpenApiStage;
beforeAll(async () => {
  stage = await OpenApiStage.open();
});
afterAll(() => stage.close());

describe("every operation says what is wrong with a call that it cannot take", () => {
  const TOO_LARGE = `{"reason":"${"x".repeat(300 * 1024)}"}`;
  const NOBODY = "0".repeat(26);
  const PREFIXES = {
    intents: "int",
    grants: "grt",
    agents: "agt",
    operators: "opr",
    erasures: "era",
    events: "evt",
    reconciliations: "rec",
    findings: "fnd",
    "key-audits": "kad",
    proposals: "prp",
  };

  /** The address of something that could be there and is not. */
  function nowhere(name: string): Record<string, string> {
    const [, prefix] = Object.entries(PREFIXES).find(([place]) => name.includes(`/${place}/`)) ?? [];
    return {
      id: `${prefix}_${NOBODY}`,
      keyId: `key_${NOBODY}`,
      tokenId: `tok_${NOBODY}`,
      tool: "nobodys_tool",
      version: "1",
    };
  }

  test("no credentials, unknown ones, and those of the wrong kind", async () => {
    for (const [name, { security }] of stage.api.operations) {
      const taken = new Set(security.flatMap((scheme) => Object.keys(scheme)));
      if (taken.size === 0) continue;
      await stage.calls(401, name, { at: nowhere(name), as: null });
      await stage.calls(401, name, { at: nowhere(name), as: "ilk_nobody" });
      if (!taken.has("agentKey")) await stage.calls(403, name, { at: nowhere(name), as: stage.product.agentKey });
      if (!taken.has("operatorToken"))
        await stage.calls(403, name, { at: nowhere(name), as: stage.product.operatorToken });
    }
  });

  test("bodies that are too large or not even text", async () => {
    for (const [name, { requestBody }] of stage.api.operations) {
      if (requestBody === undefined) continue;
      await stage.calls(413, name, { at: nowhere(name), body: TOO_LARGE });
      await stage.calls(400, name, { at: nowhere(name), body: new Uint8Array([0xff]) });
    }
  });

  test("addresses of nothing", async () => {
    const bodies: Record<string, unknown> = {
      decisions: { verdict: "deny", reason: "no" },
      pause: { reason: "stop" },
      bypass: { reason: "again" },
      resolution: { outcome: "not_executed", evidence: "not there" },
      tokens: { name: "ci" },
      state: { state: "acknowledged" },
      replay: { contract: {} },
      confirm: { digest: "0" },
    };
    for (const name of stage.api.operations.keys()) {
      if (!name.includes("{")) continue;
      const body = /^(GET|DELETE)/.test(name) ? undefined : bodies[name.slice(name.lastIndexOf("/") + 1)];
      // Any name that a tool could have is free to be published.
      const tool = name.startsWith("PUT") || name.endsWith("/check") ? "1tool" : "nobodys_tool";
      await stage.calls(404, name, { at: { ...nowhere(name), tool }, ...(body === undefined ? {} : { body }) });
    }
  });
});

intentCalls(() => stage);

downstreamCalls(() => stage);
inboxCalls(() => stage);

describe("contracts", () => {
  const CONTRACT = "/api/v1/contracts/{tool}";

  test("the examples are what the document says a contract is", async () => {
    for (const file of await readdir("contracts")) {
      const body = parseYaml(await readFile(`contracts/${file}`, "utf8")) as { tool: string };
      await stage.calls(200, `PUT ${CONTRACT}`, { at: { tool: body.tool }, body });
    }
  });

  test("publishing and reading", async () => {
    const tool = await stage.publish({ fields: { "/orderId": { role: "identity" }, "/amount": { role: "material" } } });
    const yaml = { "content-type": "application/yaml" };
    await stage.calls(422, `PUT ${CONTRACT}`, { at: { tool }, body: "tool: [", headers: yaml });
    await stage.calls(415, `PUT ${CONTRACT}`, {
      at: { tool },
      body: "tool",
      headers: { "content-type": "text/plain" },
    });
    await stage.calls(200, `GET ${CONTRACT}`, { at: { tool } });
    const { body } = await stage.calls(200, `GET ${CONTRACT}/versions`, { at: { tool } });
    expect(body).toMatchObject({ items: [{ version: 1 }], nextCursor: null });
    await stage.calls(400, `GET ${CONTRACT}/versions`, { at: { tool }, query: "cursor=0" });
    await stage.calls(200, `GET ${CONTRACT}/versions/{version}`, { at: { tool, version: "1" } });
    await stage.calls(404, `GET ${CONTRACT}/versions/{version}`, { at: { tool, version: "2" } });
    await stage.calls(200, "GET /api/v1/contracts", { query: "limit=2" });
    await stage.calls(400, "GET /api/v1/contracts", { query: "limit=201" });
  });
});

describe("grants", () => {
  const GRANTS = "/api/v1/grants";
  const grantFor = (tool: string) => ({
    tool,
    where: { "/amount": { lte: 50 }, "/orderId": { in: ["g1", "g2"] } },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    usesMax: 3,
    sumMax: "120.50",
    reason: "known customer",
  });

  test("giving, using, reading and revoking", async () => {
    const tool = await stage.publish({ policy: [{ then: "hold" }] });
    const at = { id: idOf(await stage.calls(201, `POST ${GRANTS}`, { body: grantFor(tool) })) };
    await stage.submit(201, tool, { args: { orderId: "g1" }, headers: WAIT });
    const { body } = await stage.calls(200, `GET ${GRANTS}/{id}/uses`, { at });
    expect(body).toMatchObject({ items: [{ amount: "5" }] });
    await stage.calls(400, `GET ${GRANTS}/{id}/uses`, { at, query: "cursor=-" });
    await stage.calls(200, `GET ${GRANTS}`, { query: `tool=${tool}&active=true` });
    await stage.calls(400, `GET ${GRANTS}`, { query: "active=maybe" });
    await stage.calls(204, `DELETE ${GRANTS}/{id}`, { at });
    await stage.calls(200, `GET ${GRANTS}/{id}`, { at });
    await stage.calls(404, `POST ${GRANTS}`, { body: grantFor("nobodys_tool") });
    await stage.calls(422, `POST ${GRANTS}`, { body: { ...grantFor(tool), where: { "/colour": { eq: "red" } } } });
  });

  test("a tool takes so many and no more", async () => {
    const tool = await stage.publish({ policy: [{ then: "hold" }] });
    const first = idOf(await stage.calls(201, `POST ${GRANTS}`, { body: grantFor(tool) }));
    await stage.onDatabase(
      `insert into grants (id, tool, namespace, pins, expires_at, created_by)
       select 'grt_' || lpad(n::text, 26, '0'), tool, namespace, pins, expires_at, created_by
       from grants, generate_series(1, 499) as n where id = $1`,
      first,
    );
    await stage.calls(409, `POST ${GRANTS}`, { body: grantFor(tool) });
  });
});

test("pausing and resuming", async () => {
  const { body: list } = await stage.calls(200, "GET /api/v1/agents");
  const [agent] = list["items"] as { id: string }[];
  const tool = await stage.publish();
  for (const place of ["/tools/{tool}", "/agents/{id}", ""]) {
    const at = { tool, id: agent?.id ?? "" };
    await stage.calls(200, `POST /api/v1${place}/resume`, { at });
    await stage.calls(200, `GET /api/v1${place}/pause`, { at });
    await stage.calls(200, `POST /api/v1${place}/pause`, { at, body: { reason: "looking into it" } });
    const { body } = await stage.submit(202, tool);
    expect(body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await stage.calls(200, `GET ${INTENT}`, { at: { id: String(body["id"]) } });
    await stage.calls(200, "GET /api/v1/pauses", { query: "active=true" });
    await stage.calls(200, `POST /api/v1${place}/resume`, { at, body: {} });
  }
  await stage.calls(200, "GET /api/v1/pauses");
  await stage.calls(400, "GET /api/v1/pauses", { query: "active=maybe" });
});

overviewCalls(() => stage);
peopleCalls(() => stage);

reconciliationCalls(() => stage);

auditCalls(() => stage);

keyLabCalls(() => stage);

proposalCalls(() => stage);

test("health, metrics, and the descriptions themselves", async () => {
  for (const path of ["health/live", "health/ready", "metrics", "openapi.json", "docs"])
    await stage.calls(200, `GET /api/${path}`);
});

test("no call that reads a query ignores a parameter that it does not have", async () => {
  const reading = [...stage.api.operations].filter(([, { parameters }]) =>
    parameters.some((one) => one.in === "query"),
  );
  expect(reading.length).toBeGreaterThan(15);
  for (const [name] of reading) {
    const at = { id: await knownId(name), tool: "refund_payment" };
    const { body } = await stage.calls(400, name, { at, query: "amount_from=5" });
    expect({ name, errors: body["errors"] }).toMatchObject({ name, errors: [{ pointer: "/amount_from" }] });
  }
});

/** Any that is there: what is wrong with a query is told only about something that exists. */
async function knownId(name: string): Promise<string> {
  const [, list] = /^GET (\/api\/v1\/[a-z-]+)\/\{id\}/.exec(name) ?? [];
  if (list === undefined) return "";
  const { body } = await stage.calls(200, `GET ${list}`);
  return String((body["items"] as { id: string }[])[0]?.id);
}

describe("when all of this has been called", () => {
  const FLOODED = new Set([
    "POST /api/v1/intents",
    "GET /api/v1/stream",
    "GET /api/v1/intents/totals",
    "POST /api/v1/contracts/{tool}/replay",
    "GET /api/v1/overview",
    ...["decisions", "withdraw", "undo", "bypass", "resolution"].map((verb) => `POST ${INTENT}/${verb}`),
    `DELETE ${INTENT}/bypass`,
  ]);
  /** The store would have to hold millions. */
  const ENORMOUS = new Set(["GET /api/v1/overview"]);
  /** What only a fault of the store, of ours, or a flood brings about; tests/faults and the unit tests have those. */
  const isOutOfReach = ({ name, status }: { name: string; status: string }) =>
    Number(status) >= 500 || (FLOODED.has(name) && status === "429") || (ENORMOUS.has(name) && status === "422");

  test("every answer that the document promises has come up", () => {
    expect(stage.api.unseen().filter((one) => !isOutOfReach(one))).toEqual([]);
  });

  test("the page for people tells of every problem that came up", async () => {
    const page = await (await fetch(`${stage.product.url}/api/docs`)).text();
    expect(stage.api.problemCodes.size).toBeGreaterThan(20);
    for (const code of stage.api.problemCodes) expect(page).toContain(`id="${code}"`);
  });
});
