/**
 * What evaluating a condition may cost, whatever the args. CEL ends, but loops in loops over a model's lists end late,
 * and joining a list to itself again and again fills the memory. So every turn of a loop, and every operator or call
 * on a text, list or map, is charged for its size; a condition that has spent its budget is an error, and holds (L8).
 */
import { LINEAR_MATCHES } from "./condition-pattern";
import { type CelNode, comprehensionOf, nodesOf } from "./condition-tree";

/** Some thirty milliseconds. One loop over as many items as the largest body can hold takes less than half of it. */
export const BUDGET_MAX = 500_000;
const CHARACTERS_PER_UNIT = 4;
const PATTERN_UNITS_PER_CHARACTER = 1;
const FAILURE_UNITS = 300;

export type Budget = { begin(): void; isSpent(): boolean };

class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

/** Changes the checked tree. Evaluations of one condition do not overlap: they are synchronous. */
export function boundEvaluation(root: CelNode): Budget {
  let spent = 0;
  const charge = (units: number) => {
    spent += units;
    if (spent > BUDGET_MAX) throw new BudgetSpent("The condition takes too long for these args.");
  };
  for (const node of nodesOf(root)) {
    chargeTurns(node, charge);
    chargeOperands(node, charge);
  }
  return {
    begin() {
      spent = 0;
    },
    // Asked afterwards, because `exists`, `||` and `&&` may go on where an operand failed.
    isSpent: () => spent > BUDGET_MAX,
  };
}

/** Not in the step: quantifiers catch what a step throws and take the next turn. */
function chargeTurns(node: CelNode, charge: (units: number) => void): void {
  const comprehension = comprehensionOf(node);
  if (!comprehension) return;
  const perTurn = nodesOf(comprehension.step).length;
  const { condition } = comprehension;
  comprehension.condition = (accumulated) => {
    charge(perTurn);
    return condition === undefined || condition(accumulated);
  };
}

/** Operators get their two operands, calls a list of them. What fails is charged too: explaining it takes longest. */
function chargeOperands(node: CelNode, charge: (units: number) => void): void {
  const { handle, op } = node;
  if (handle === undefined || op === "comprehension" || op === "?:") return;
  const weighOperands = weigherOf(node);
  // Four are all that the library ever passes; a list of the rest would be made for every operator.
  node.handle = (first, second, third, fourth) => {
    const cost = weighOperands === null ? 0 : weighOperands(first, second);
    if (cost > 0) charge(cost);
    try {
      return handle(first, second, third, fourth);
    } catch (error) {
      charge(FAILURE_UNITS);
      throw error;
    }
  };
}

/** Null: it looks at no more than one member of its operand. */
function weigherOf({ op, args }: CelNode): ((first: unknown, second: unknown) => number) | null {
  if (op.startsWith(".") || op.startsWith("[")) return null;
  if (op !== "call" && op !== "rcall") return (first, second) => weigh(first) + weigh(second);
  const perCharacter =
    Array.isArray(args) && args[0] === LINEAR_MATCHES ? CHARACTERS_PER_UNIT * PATTERN_UNITS_PER_CHARACTER : 1;
  return (operands) => {
    let cost = 0;
    for (const operand of operands as unknown[]) cost += weigh(operand);
    return cost * perCharacter;
  };
}

const weights = new WeakMap<object, number>();

/** Numbers and booleans cost nothing; a list or a map costs all that is in it. */
function weigh(value: unknown): number {
  if (typeof value === "string") return Math.floor(value.length / CHARACTERS_PER_UNIT);
  if (typeof value !== "object" || value === null) return 0;
  const known = weights.get(value);
  if (known !== undefined) return known;
  // The second operand of a method call is the evaluator, and types are objects too: neither is data.
  if (!Array.isArray(value) && !isPlain(value)) return 0;
  let total = 0;
  for (const member of Object.values(value)) {
    total += 1 + weigh(member);
    if (total > BUDGET_MAX) return total;
  }
  weights.set(value, total);
  return total;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
