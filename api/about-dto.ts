/** What an intent is about, at a glance: from its contract and its args. */
import { readAmount } from "@/lib/application/read-amount";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { JsonObject } from "@/lib/domain/json";
import { EVERY_ELEMENT, parsePointer, valueAt } from "@/lib/domain/pointer";
import type { StoredAmount } from "@/lib/store/amounts";
import type { AboutDto } from "@/lib/wire/about";
import { shortWords } from "./short-words";

/** A row shows a few things; the whole of the args is on the intent's own page. */
const TARGETS_MAX = 6;

/** `kept`: of args that were erased. */
export function toAboutDto(contract: CompiledContract, args: JsonObject, kept: StoredAmount | null = null): AboutDto {
  const { definition, terms } = contract;
  const { effect, value, fields } = definition;
  const pointers = Object.keys(fields).filter(
    (pointer) => fields[pointer]?.role === "identity" && !parsePointer(pointer).includes(EVERY_ELEMENT),
  );
  const target = pointers.flatMap((pointer) => {
    const written = valueAt(args, parsePointer(pointer));
    return written === undefined ? [] : [{ pointer, value: shortWords(written) }];
  });
  const amount = kept ?? amountIn(contract, args);
  return { effect, value, amount, target: target.slice(0, TARGETS_MAX), undoMs: terms.undoMs };
}

function amountIn(contract: CompiledContract, args: JsonObject): StoredAmount | null {
  const amount = readAmount(contract, args);
  return amount === null ? null : { value: amount.amount, currency: amount.currency };
}
