/** What each engine answers to a fixed set of hard inputs, and what is in the tables that it reads. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { canonicalJson, type JsonValue } from "../../json";
import * as folding from "../case-folding-table";
import { COLLECTION_SPELLINGS } from "../cases/collection-spellings";
import { ENGINE_INPUTS } from "../cases/engine-inputs";
import { NUMBER_SPELLINGS } from "../cases/number-spellings";
import { PHONE_URL_SPELLINGS } from "../cases/phone-url-spellings";
import type { Spellings } from "../cases/spellings";
import { TEXT_SPELLINGS } from "../cases/text-spellings";
import { TIME_SPELLINGS } from "../cases/time-spellings";
import { ALPHA_2_CODES, alpha2Of } from "../country-codes";
import { CURRENCY_CODES, currencyExponent } from "../currency-codes";
import { CODES_BY_SYMBOL } from "../currency-symbols";
import { ENGINES, type Engines } from "../engines";
import { compileNormaliser } from "../normalise-value";
import { type NormaliserName, NormaliserRule } from "../rule";
import * as unicode from "../unicode-table";
import { ZONE_DATA } from "../zone-table";

/** `engine` as `date 2`; `answer` null: refused. What a refusal says is no part of it. */
export type Answer = {
  engine: string;
  rule: JsonValue;
  currency?: string;
  value: JsonValue;
  answer: [JsonValue] | null;
};

const ALL = [
  ...[TEXT_SPELLINGS, NUMBER_SPELLINGS, TIME_SPELLINGS, PHONE_URL_SPELLINGS, COLLECTION_SPELLINGS, ENGINE_INPUTS],
].flatMap((spellings) => Object.values(spellings));

/** Not engine 1 of what is bundled since: those answers were the runtime's, and differ from Node to Node. */
export function engineAnswers(): Answer[] {
  return ALL.flatMap(answersOf);
}

function answersOf({ rule: written, currency, same = [], apart = [], refused = [] }: Spellings): Answer[] {
  const rule = NormaliserRule.parse(written);
  const numbers = ENGINES[rule.as].carried.filter((engine) => engine > 1 || ENGINES[rule.as].carried.length === 1);
  return numbers.flatMap((engine) => {
    const normalise = compileNormaliser(rule, { ...elementEngines(rule), [rule.as]: engine });
    return [...same.flat(), ...apart, ...refused].filter(isWritable).map((value) => {
      const read = normalise(value, { at: () => currency });
      const answer: Answer["answer"] = read.ok ? [read.value] : null;
      const named = { engine: `${rule.as} ${engine}`, rule: written as JsonValue, value, answer };
      return currency === undefined ? named : { ...named, currency };
    });
  });
}

/** A file of JSON can hold it. */
function isWritable(value: JsonValue): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
}

/** A collection is asked with its elements as of now: their own engines have answers of their own. */
function elementEngines(rule: NormaliserRule): Engines {
  const elements = "of" in rule ? rule.of : undefined;
  return elements === undefined ? {} : { ...elementEngines(elements), [elements.as]: ENGINES[elements.as].current };
}

export type BundledTable = { digest: string; read: NormaliserName[] };

/** By name: the digest of what is loaded, and the normalisers that read it. */
export function bundledTables(): Record<string, BundledTable> {
  const currencies = CURRENCY_CODES.map((code) => `${code} ${currencyExponent(code)}`);
  const countries = ALPHA_2_CODES.map((code) => [code, alpha2Of(code)]);
  return {
    zones: { digest: digestOf(ZONE_DATA), read: ["date", "instant"] },
    unicode: {
      digest: digestOf({ ...unicode }),
      read: ["id", "code", "text", "email", "phone", "url", "money", "enum"],
    },
    caseFolding: { digest: digestOf({ ...folding }), read: ["id", "text", "enum"] },
    hostNames: { digest: digestOf(hostNameData()), read: ["email", "url"] },
    phones: { digest: digestOf(textOf("libphonenumber-js/metadata.max.json")), read: ["phone"] },
    currencies: { digest: digestOf([currencies, CODES_BY_SYMBOL]), read: ["money"] },
    countries: { digest: digestOf(countries), read: ["country"] },
  };
}

/** What whatwg-url asks about host names. */
function hostNameData(): string[] {
  const own = createRequire(createRequire(import.meta.url).resolve("whatwg-url"));
  return ["tr46/lib/mappingTable.json", "tr46/lib/regexes.js"].map((path) => readFileSync(own.resolve(path), "utf8"));
}

function textOf(path: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(path), "utf8");
}

function digestOf(data: unknown): string {
  return createHash("sha256")
    .update(canonicalJson(data as JsonValue))
    .digest("hex");
}
