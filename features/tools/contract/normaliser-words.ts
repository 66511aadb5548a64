/** How two values are compared, in words: what a normaliser makes equal, and what it reads. */
import { fieldName } from "@/components/field-name";
import { isObject, type Json, textAt, textsAt } from "./read-definition";
import { joinWords, quoted } from "./statement";

const VALUES_SHOWN_MAX = 12;

type Says = (rule: Json) => string;

const COMPACT = "; spaces and hyphens inside are left out";

const WORDS: Record<string, Says> = {
  id: (rule) => `an identifier: 42 and “42” are the same, case counts${isCompact(rule)}${prefixWords(rule)}`,
  code: (rule) => `a code: case does not count${isCompact(rule)}`,
  text: () => "text: case and runs of spaces do not count",
  email: (rule) =>
    `an e-mail address: case does not count${rule["plus"] === "strip" ? "; a tag after a plus sign is left out" : ""}`,
  phone: (rule) => `a phone number, in any spelling${regionWords(rule)}`,
  url: (rule) =>
    `a web address, without what follows #${rule["query"] === "sorted" ? "; the order of its parameters does not count" : ""}`,
  integer: () => "a whole number: 5 and “5” are the same",
  decimal: () => "a number, exactly: 80, 80.0 and “80.00” are the same",
  money: moneyWords,
  date: (rule) => `a day${zoneWords(rule, "an instant counts as the day in")}`,
  instant: (rule) =>
    `a moment: 14:00Z and 15:00+01:00 are the same${zoneWords(rule, "a time without an offset is read in")}`,
  enum: enumWords,
  country: () => "a country: US, us and USA are the same",
  boolean: () => "true or false",
  set: (rule) => `a list whose order and repeats do not count${elementWords(rule)}`,
  bag: (rule) => `a list whose order does not count, but repeats do${elementWords(rule)}`,
  list: (rule) => `a list, in order${elementWords(rule)}`,
  json: () => "a value, exactly as it is written",
};

/** What follows "Compared as …". */
export function comparedAs(rule: unknown): string {
  const read = isObject(rule) ? rule : {};
  const name = textAt(read, "as") ?? "json";
  const says = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  return says === undefined ? `${quoted(name)}, which this page has no words for` : says(read);
}

function isCompact(rule: Json): string {
  return rule["compact"] === true ? COMPACT : "";
}

function prefixWords(rule: Json): string {
  // One that ends in white space asks for it: “order77” stays.
  const prefixes = textsAt(rule, "prefix").map((prefix) =>
    /\s$/.test(prefix) ? `${quoted(prefix.trim())} with a space behind it` : quoted(prefix.trim()),
  );
  return prefixes.length === 0 ? "" : `; ${listed(prefixes, "or")} in front is left out`;
}

function regionWords(rule: Json): string {
  const region = textAt(rule, "region");
  return region === null ? "" : `; one without a country is read as of ${region}`;
}

function zoneWords(rule: Json, words: string): string {
  const zone = textAt(rule, "zone");
  return zone === null ? "" : `; ${words} ${zone}`;
}

function moneyWords(rule: Json): string {
  const code = textAt(rule, "code");
  const pointer = textAt(rule, "currency");
  const minor = rule["unit"] === "minor" ? ", in minor units such as cents" : null;
  // What is said of one currency must not be wrong of another: “$80” is no amount in euros, “80.00” none in yen.
  if (code !== null) return `an amount in ${code}${minor ?? `: 80, “80” and “${code} 80” are the same`}`;
  const where = pointer === null ? "" : `; its currency is in the field ${fieldName(pointer)}`;
  return `an amount${minor ?? ": 80, “80” and 80 with the sign of its currency are the same"}${where}`;
}

function enumWords(rule: Json): string {
  const values = textsAt(rule, "values");
  const aliases = isObject(rule["aliases"]) ? Object.entries(rule["aliases"]) : [];
  const spelled = aliases.map(([alias, value]) => `${quoted(alias)} for ${quoted(String(value))}`);
  const others = spelled.length === 0 ? "" : `; ${listed(spelled)} too`;
  return `one of ${listed(values.map(quoted), "or")}: case does not count${others}`;
}

function elementWords(rule: Json): string {
  return rule["of"] === undefined ? "" : `; each element is ${comparedAs(rule["of"])}`;
}

function listed(words: string[], last: "and" | "or" = "and"): string {
  if (words.length <= VALUES_SHOWN_MAX) return joinWords(words, last);
  return `${words.slice(0, VALUES_SHOWN_MAX).join(", ")} and ${words.length - VALUES_SHOWN_MAX} more`;
}
