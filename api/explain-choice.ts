/** POST /api/v1/intents/{id}/explain: what a decision about other args would be about; writes nothing. */
import type { Context } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { explainChoice } from "@/lib/application/explain-choice";
import { ChoiceBody, type ChoiceDto } from "@/lib/wire/choice";
import { identifyCaller } from "./caller";
import type { ApiDeps } from "./deps";
import { aboutArgs, toFieldDto } from "./explained-fields";
import { idOf } from "./page";
import { readBody } from "./read-body";
import { requireExactNumbers } from "./submit";

export async function explainChoiceHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  const intentId = idOf(context, "id", "int", "intent");
  const { text, body } = await readBody(context, ChoiceBody);
  requireExactNumbers(text);
  const { versionOf } = deps.catalog;
  const { prepared, refusal, approve, bypass } = await explainChoice({ db: deps.db, versionOf }, intentId, body);
  const { contract, args, argsDigest, fields } = prepared;
  const shown: ChoiceDto = {
    argsDigest,
    fields: fields.map(toFieldDto),
    about: aboutArgs(contract, args, fields),
    refusal,
    approve,
    bypass,
  };
  return context.json(shown, 200, { "cache-control": "no-store" });
}
