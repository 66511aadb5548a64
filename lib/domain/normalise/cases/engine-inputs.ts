import type { Spellings } from "./spellings";

/** Where tables decide: what the first edition's answers depended on the Node for, and the edges of what we bundle. */
export const ENGINE_INPUTS: Record<string, Spellings> = {
  id: {
    rule: { as: "id", prefix: ["order ", "#", "Nº "] },
    same: [["77", 77, "#77", "Order #77", "nº 77"]],
    apart: ["order77", "e\u0301", "\u1e9b\u0323", "각", "\u{1F600}"],
    // Assigned by Unicode 16 and 17 only, or never.
    refused: ["\u{1FAE9}", "a\u{113C5}", "\u{10D4A}", "\uA7CB", "\u0378", "\uFFFF", "\u{2FFFF}", "\u{1C80}\u1C8A"],
  },
  code: {
    rule: "code",
    apart: ["\u0264", "\u019B", "\uA7CB", "ı", "i̇", "ß", "ﬁx", "ŉ", "ΐ", "ǰ", "ﬀ", "ꭰ", "Ꭰ", "\u{10D70}", "\u{1CCD6}"],
  },
  text: {
    rule: "text",
    apart: [
      ...[
        "\u{1FAE9} ok",
        "a\u{113C2}\u{113B8}",
        "\u{1CCD6}\u{1CCF0}",
        "x\u2065y",
        "x\u{E0FFF}y",
        "x\u3164y",
        "x\u115Fy",
      ],
      ...["x\u180Ey", "ΣΑΣ", "ſ", "İI", "ẞ", "Ω", "ﷺ", "①②", "\u1E9B\u0323", "가\u11A8", "\u0344\u0378\u0344"],
    ],
  },
  email: {
    rule: "email",
    same: [["ΑΣ@example.com", "ας@EXAMPLE.com", "ασ@example.com"]],
    apart: [
      ...[
        "a@faß.de",
        "a@fass.de",
        "a@münchen.de",
        "a@xn--mnchen-3ya.example",
        "a@ⓔxample.com",
        "a@日本。jp",
        "İ@x.example",
      ],
      ...["a@\u0264.example", "a@☃.net", "a@نامه‌ای.com".replace("\u200c", ""), "straße@x.example", "strasse@x.example"],
    ],
    refused: [
      "a@\u{10D50}.example",
      "\u{1FAE9}@x.example",
      "a@xn--a.example",
      "a@a\u0378.example",
      "a@1.2.3.4",
      "a@-.x",
    ],
  },
  url: {
    rule: { as: "url", query: "sorted" },
    same: [["HTTPS://Faß.de:443/a/../b?b=2&a=1#x", "https://fa%C3%9F.de/b?a=1&b=2"]],
    apart: [
      ...["https://x.example/a^b", "https://x.example/a|b", "https://x.example/{a}", "https://x.example/a`b"],
      ...[
        "https://x.example/?a^b",
        "https://x.example/?'",
        "https://x.example/%7e",
        "https://0x7f.1/",
        "https://[::1]/",
      ],
      ...[
        "https://☃.net/",
        "https://x.example/é?é",
        "https://x.example:8443/",
        "http://x.example\\a",
        "https://x.example./",
      ],
    ],
    refused: [
      "https://a\u{10D50}.example/",
      "https://x.example/\u{1FAE9}",
      "https://a b/",
      "https://1.2.3.4.5/",
      "ftp://x/",
    ],
  },
  instant: {
    rule: { as: "instant", zone: "America/Vancouver" },
    apart: [
      "2027-01-15T14:00",
      "2026-03-01T14:00",
      "2026-10-31T14:00",
      "2040-01-15T14:00",
      "2500-01-15T14:00",
      "1950-07-01T00:00",
    ],
    refused: ["2026-03-08T02:30", "2025-11-02T01:30"],
  },
  "instant, Casablanca": {
    rule: { as: "instant", zone: "Africa/Casablanca" },
    apart: ["2026-10-01T00:00", "2030-01-15T14:00", "2100-06-01T00:00", "2025-03-15T12:00"],
  },
  "instant, Paris": {
    rule: { as: "instant", zone: "Europe/Paris" },
    apart: [
      "1890-01-01T00:00",
      "1944-08-25T12:00",
      "2038-07-01T00:00",
      "2499-12-31T23:00",
      "2600-07-01T00:00",
      "9999-12-31T23:59",
    ],
    refused: ["2038-03-28T02:30", "2899-10-27T02:30", "2024-10-27T02:30"],
  },
  "date, Apia": {
    rule: { as: "date", zone: "Pacific/Apia" },
    apart: ["2011-12-29T10:00Z", "2011-12-30T09:59Z", "2027-01-15T10:30Z", "2300-01-15T10:30Z"],
  },
  phone: {
    rule: { as: "phone", region: "MX" },
    apart: ["55 1234 5678", "+52 1 33 1234 5678", "+225 07 12 34 56 78"],
    refused: ["55 1234 5678 x9"],
  },
  enum: {
    rule: { as: "enum", values: ["Straße", "Σ", "\u{1FAE9}"] },
    apart: ["STRASSE", "ς", "\u{1FAE9}"],
    refused: ["\u{1FAEA}"],
  },
  money: {
    rule: { as: "money", code: "USD" },
    apart: ["＄80", "ＵＳＤ 81"],
    refused: ["\u{1CCEA}\u{1CCE8}\u{1CCD9} 80", "€80"],
  },
};
