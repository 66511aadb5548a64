/**
 * ISO 4217, list one, as amended up to number 180 (in force since 2026-01-01): the active codes that have a minor
 * unit, with its exponent. Funds codes (CLF, CHE, COU, …) are active and have one, so they are here. Metals, XDR, XSU,
 * XUA, the bond units, XTS and XXX have none: an amount in minor units of gold does not exist, so they are refused.
 * Withdrawn and therefore absent: ANG, BGN, CUC, HRK, SLL, VEF, ZWL and everything older.
 * The runtime is no source: it knows withdrawn codes, and its exponents are habits (HUF 0), not the standard.
 */
const CODES_BY_EXPONENT: readonly (readonly [number, string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW " +
      "CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF " +
      "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK " +
      "MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP " +
      "SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG " +
      "YER ZAR ZMW ZWG",
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) => codes.split(" ").map((code) => [code, exponent] as const)),
);

export const CURRENCY_CODES: readonly string[] = [...EXPONENTS.keys()].sort();

/** How many digits the minor unit has; undefined for what is not an active code (upper-case). */
export function currencyExponent(code: string): number | undefined {
  return EXPONENTS.get(code);
}
