/** What an intent is about, at a glance: from its contract and its args. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { JsonObject } from "@/lib/domain/json";
import { EVERY_ELEMENT, parsePointer, valueAt } from "@/lib/domain/pointer";
import type { StoredAmount } from "@/lib/store/amounts";
import type { AboutDto } from "@/lib/wire/about";
import { shortWords } from "./short-words";

/** A row shows a few things; the whole of the args is on the intent's own page. */
const TARGETS_MAX = 6;

export function toAboutDto(
  { definition, terms }: CompiledContract,
  args: JsonObject,
  amount: StoredAmount | null,
): AboutDto {
  const { effect, value, fields } = definition;
  const pointers = Object.keys(fields).filter(
    (pointer) => fields[pointer]?.role === "identity" && !parsePointer(pointer).includes(EVERY_ELEMENT),
  );
  const target = pointers.flatMap((pointer) => {
    const written = valueAt(args, parsePointer(pointer));
    return written === undefined ? [] : [{ pointer, value: shortWords(written) }];
  });
  return { effect, value, amount, target: target.slice(0, TARGETS_MAX), undoMs: terms.undoMs };
}
