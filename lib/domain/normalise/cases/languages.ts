/** What can be said to each normaliser, and how one thing may be spelt. Alphabets are tiny, so that near misses are frequent. */
import fc from "fast-check";
import type { JsonValue } from "../../json";

export type Pick = <Value>(...choices: Value[]) => Value;
type Language = { rule: unknown; spell: (meaning: never, pick: Pick) => JsonValue; meaning: fc.Arbitrary<unknown> };

const word = (alphabet: string, maxLength = 2) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((letters) => letters.join(""));
const padded = (text: string, pick: Pick) => pick(text, ` ${text}`, `${text}\n`, `\u3000${text}\u00a0`);
const recased = (text: string, pick: Pick) => [...text].map((one) => pick(one, one.toUpperCase())).join("");
const spread = (text: string, pick: Pick) => [...text].join(pick("", " ", "-", "\u2011", "\u00a0"));
const shuffled = <Value>(values: Value[], pick: Pick) => pick(values, values.toReversed());
const COUNTRIES = { US: "USA", UM: "UMI", GB: "GBR", AT: "AUT", AU: "AUS", DE: "DEU" } as const;
const bigint = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const smallInt = fc.constantFrom(-1, 0, 1, 10, 11);

function language<Meaning>(
  rule: unknown,
  meaning: fc.Arbitrary<Meaning>,
  spell: (meaning: Meaning, pick: Pick) => JsonValue,
): Language {
  return { rule, meaning, spell: spell as Language["spell"] };
}

const spellInteger = (value: bigint | number, pick: Pick): JsonValue => {
  const [sign, digits] = String(value).startsWith("-") ? ["-", String(value).slice(1)] : ["", String(value)];
  const text = padded(`${sign}${pick("", "0", "000")}${digits}`, pick);
  return Number.isSafeInteger(Number(value)) ? pick<JsonValue>(text, Number(value)) : text;
};
const spellEmail = ({ local, domain }: { local: string; domain: string }, pick: Pick) => {
  const host = domain === "münchen.de" ? pick(domain, "xn--mnchen-3ya.de", "MÜNCHEN.de") : recased(domain, pick);
  return padded(`${recased(local, pick).normalize(pick("NFC", "NFD"))}@${host}`, pick);
};
const email = fc.record({
  local: word("ab.é+").filter((local) => !/^\.|\.$|\.\./.test(local)),
  domain: fc.constantFrom("x.com", "xx.com", "münchen.de"),
});

export const LANGUAGES: Record<string, Language> = {
  id: language(
    "id",
    fc.oneof(
      word("aAbé-_ 0").filter((id) => id.trim() === id),
      smallInt.map(String),
    ),
    (id, pick) =>
      /^-?[1-9][0-9]*$/.test(id) ? pick<JsonValue>(id, Number(id)) : padded(id.normalize(pick("NFC", "NFD")), pick),
  ),
  "id, compact": language({ as: "id", compact: true }, word("aAb01"), (id, pick) => padded(spread(id, pick), pick)),
  code: language("code", word("ABÉ0-_"), (code, pick) => {
    const wide = code.replace(/[A-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
    return padded(pick(code, code.toLowerCase(), wide, code.normalize("NFD")), pick);
  }),
  "code, compact": language({ as: "code", compact: true }, word("AB01"), (code, pick) =>
    spread(pick(code, code.toLowerCase()), pick),
  ),
  text: language("text", fc.array(word("aéσ'-"), { maxLength: 2 }), (words, pick) => {
    const spelt = words.map((one) => recased(one, pick).normalize(pick("NFC", "NFD")));
    return padded(spelt.join(pick(" ", "\n", "  ", "\u00a0", "\u0085", " \u200b ")), pick);
  }),
  email: language("email", email, spellEmail),
  "email, plus: strip": language(
    { as: "email", plus: "strip" },
    email.filter(({ local }) => !local.includes("+")),
    ({ local, domain }, pick) => spellEmail({ local: `${local}${pick("", "+a", "+b+c")}`, domain }, pick),
  ),
  phone: language({ as: "phone", region: "US" }, fc.integer({ min: 200, max: 212 }), (exchange, pick) =>
    pick(
      `+1415${exchange}2671`,
      `(415) ${exchange}-2671`,
      `1.415.${exchange}.2671`,
      `＋1 415 ${exchange}‑2671`,
      `\u202a415${exchange}2671\u202c`,
    ),
  ),
  url: language(
    "url",
    fc.record({
      host: fc.constantFrom("x.example", "y.example"),
      path: word("aA/"),
      query: fc.constantFrom("", "?", "?a=1"),
    }),
    ({ host, path, query }, pick) =>
      padded(
        `${pick("https", "HTTPS")}://${recased(host, pick)}${pick("", ":443")}/p/${pick("", "./", "z/../")}x${path}${query}${pick("", "#", "#top")}`,
        pick,
      ),
  ),
  "url, query: sorted": language(
    { as: "url", query: "sorted" },
    fc.record({ a: fc.array(word("01"), { maxLength: 2 }), b: fc.option(word("01")), c: fc.boolean() }),
    ({ a, b, c }, pick) => {
      const rest = [...(b === null ? [] : [`b=${b}`]), ...(c ? ["c"] : [])];
      const repeats = a.map((value) => `a=${value}`);
      const parameters = pick(
        [...repeats, ...rest],
        [...rest, ...repeats],
        [...repeats.slice(0, 1), ...rest, ...repeats.slice(1)],
      );
      return `https://x.example/${parameters.length > 0 ? "?" : ""}${parameters.join("&")}`;
    },
  ),
  integer: language("integer", fc.oneof(bigint, smallInt.map(BigInt)), spellInteger),
  decimal: language(
    "decimal",
    fc.record({ whole: smallInt, cents: fc.constantFrom(0, 1, 9) }),
    ({ whole, cents }, pick) => {
      const text = `${whole}.0${cents}`;
      return pick<JsonValue>(`${text}${pick("", "0", "000")}`, padded(text, pick), Number(text));
    },
  ),
  money: language(
    { as: "money", code: "USD" },
    fc.oneof(fc.constantFrom(-1, 0, 1, 8, 80, 800, 8_000, 80_000, 800_000), fc.integer({ min: -200, max: 300_000 })),
    (cents, pick) => {
      const sign = cents < 0 ? "-" : "";
      const whole = String(Math.trunc(Math.abs(cents) / 100));
      const rest = String(Math.abs(cents) % 100).padStart(2, "0");
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
      return pick<JsonValue>(
        cents / 100,
        `${sign}${whole}.${rest}`,
        `${sign}$${grouped}.${rest}`,
        `${sign}${pick("USD ", "US$", "$ ")}${whole}.${rest}`,
      );
    },
  ),
  "money, minor": language({ as: "money", code: "JPY", unit: "minor" }, bigint, spellInteger),
  date: language("date", fc.integer({ min: 19_700, max: 19_730 }), (day, pick) =>
    padded(new Date(day * 86_400_000).toISOString().slice(0, 10), pick),
  ),
  "date, zone": language(
    { as: "date", zone: "America/New_York" },
    fc.integer({ min: 19_700, max: 19_760 }),
    (day, pick) => {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      return pick(date, `${date}T00:00`, `${date} 23:59:59.999`, `${date}T12:00:00-05:00`, `${date}T16:30:00Z`);
    },
  ),
  instant: language(
    "instant",
    fc.oneof(fc.constantFrom(0, 1, 60, 3_600, 5_400, 86_400), fc.integer({ min: 0, max: 10_000_000 })),
    (seconds, pick) => {
      const offset = pick(0, 90, -300, 345);
      const wall = new Date((seconds + offset * 60) * 1_000).toISOString();
      const hours = `${String(Math.trunc(Math.abs(offset) / 60)).padStart(2, "0")}:${String(Math.abs(offset) % 60).padStart(2, "0")}`;
      const zone = offset === 0 ? pick("Z", "z", "-00:00") : `${offset < 0 ? "-" : "+"}${hours}`;
      return padded(
        `${wall.slice(0, 10)}${pick("T", " ", "t")}${wall.slice(11, 19)}${pick("", ".0", ".000000")}${zone}`,
        pick,
      );
    },
  ),
  enum: language(
    { as: "enum", values: ["dup", "straße", "ab"], aliases: { twice: "dup" } },
    fc.constantFrom("dup", "straße", "ab"),
    (value, pick) =>
      padded(value === "dup" ? recased(pick("dup", "twice"), pick) : pick(value, value.toUpperCase()), pick),
  ),
  country: language(
    "country",
    fc.constantFrom(...(Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[])),
    (code, pick) =>
      padded(pick<string>(code, COUNTRIES[code], code.toLowerCase(), COUNTRIES[code].toLowerCase()), pick),
  ),
  boolean: language("boolean", fc.boolean(), (value) => value),
  set: language(
    { as: "set", of: "integer" },
    fc.uniqueArray(smallInt, { maxLength: 2 }).map((all) => all.sort((a, b) => a - b)),
    (all, pick) =>
      shuffled([...all, ...pick<number[]>([], all.slice(0, 1), all)], pick).map((one) => spellInteger(one, pick)),
  ),
  bag: language(
    { as: "bag", of: "integer" },
    fc.array(smallInt, { maxLength: 2 }).map((all) => all.sort((a, b) => a - b)),
    (all, pick) => shuffled(all, pick).map((one) => spellInteger(one, pick)),
  ),
  list: language({ as: "list", of: "integer" }, fc.array(smallInt, { maxLength: 2 }), (all, pick) =>
    all.map((one) => spellInteger(one, pick)),
  ),
  json: language(
    "json",
    fc.dictionary(word("ab", 2), fc.oneof(smallInt, fc.constantFrom(null, "", "1", true, [1], [])), { maxKeys: 3 }),
    (value, pick) => Object.fromEntries(shuffled(Object.entries(value), pick)),
  ),
};
