/**
 * Numbers where a number cannot be. CEL's check lets `dyn<double>` pass wherever some type might fit at run time; a
 * contract's amounts are numbers for certain, so `args.amount == "80"` is always false and `!args.amount` always fails.
 */
import { type CelNode, nodesOf } from "./condition-tree";

type CheckedType = NonNullable<CelNode["checkedType"]>;

const NUMBERS: ReadonlySet<string> = new Set(["int", "uint", "double"]);
const SCALARS: ReadonlySet<string> = new Set(["string", "bool", "bytes"]);

/** Takes a checked tree. Null: nothing is wrong. */
export function findNumberMisuse(root: CelNode): string | null {
  for (const node of nodesOf(root)) {
    const message = misuseAt(node);
    if (message !== null) return message;
  }
  return null;
}

function misuseAt({ op, args }: CelNode): string | null {
  const operands = (Array.isArray(args) ? args : [args]) as CelNode[];
  const [first, second] = operands.map((operand) => operand?.checkedType);
  switch (op) {
    case "==":
    case "!=":
      return clash(first, second) ?? clash(second, first);
    case "in":
      return second?.kind === "list" ? clash(first, second.valueType) : null;
    case "&&":
    case "||":
      return [first, second].some(isNumber) ? `Expected true or false on both sides of ${op}, not a number.` : null;
    case "!_":
      return isNumber(first) ? "Expected true or false behind !, not a number." : null;
    case "?:":
      return isNumber(first) ? "Expected true or false before ?, not a number." : null;
    case "rcall":
      return isNumber(second) ? `A number has no function ${String(operands[0])}.` : null;
    default:
      return null;
  }
}

function clash(number: CheckedType | undefined, other: CheckedType | undefined): string | null {
  const name = unwrapped(other)?.name ?? "";
  return isNumber(number) && SCALARS.has(name) ? `A number is never equal to a ${name}.` : null;
}

function isNumber(type: CheckedType | undefined): boolean {
  return NUMBERS.has(unwrapped(type)?.name ?? "");
}

function unwrapped(type: CheckedType | undefined): CheckedType | undefined {
  return type?.unwrappedType ?? type;
}
