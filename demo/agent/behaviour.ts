/** How an agent goes wrong, one function per habit. Each tells one action as a list of moves. */
import { type Action, type ActionNames, type Args, booking, charge, email, refund } from "./action";
import type { Random } from "./random";

export interface Ask {
  tool: string;
  args: Args;
  run: string;
  step: string;
  reason: string;
}

export type Move = { thinkMs: number } & (
  | { do: "look_up"; ask: Ask }
  | { do: "ask"; ask: Ask }
  | { do: "ask_and_hang_up"; ask: Ask }
  | { do: "ask_at_once"; asks: Ask[] }
  | { do: "restart" }
);

export interface Scene {
  names: ActionNames;
  random: Random;
  /** the run that this agent says it is in */
  run: string;
}

export interface Telling {
  action: Action;
  moves: Move[];
  /** the contract wants a person's word first, so without one the right number of effects is zero */
  needsPerson?: true;
}

export interface Behaviour {
  name: string;
  /** what the agent does, for the screen: short, so that a row fits into 80 columns */
  did: string;
  tell(scene: Scene): Telling;
}

const INSIDE = "team@example.com";
const OUTSIDE = "customer@shop.example.net";
const MAIN_STEP = "1";

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "asks_once",
    did: "asks once",
    tell: (scene) => {
      const action = refund(scene.names, small(scene));
      return { action, moves: [lookUp(scene, action), ask(scene, action)] };
    },
  },
  {
    name: "rewords",
    did: "asks again in other words",
    tell: (scene) => {
      const action = anyAction(scene);
      return { action, moves: repeat(scene.random.between(3, 5), () => ask(scene, action)) };
    },
  },
  {
    name: "replans",
    did: "makes a new plan, asks again",
    tell: (scene) => {
      const action = refund(scene.names, small(scene));
      const plan = () => [lookUp(scene, action), ask(scene, action)];
      return { action, moves: [...plan(), ...plan()] };
    },
  },
  {
    name: "changes_amount",
    did: "then wants another amount",
    tell: (scene) => {
      const action = scene.random.pick([refund, charge])(scene.names, small(scene));
      const args = action.changed?.(scene.random) ?? action.phrase(scene.random);
      return { action, moves: [ask(scene, action), ask(scene, action, { args }), ask(scene, action)] };
    },
  },
  {
    name: "loses_connection",
    did: "loses the line, asks again",
    tell: (scene) => {
      const action = anyAction(scene);
      const lost = repeat(scene.random.between(1, 3), () => hangUp(scene, action));
      return { action, moves: [...lost, ask(scene, action)] };
    },
  },
  {
    name: "restarts",
    did: "crashes, forgets, resumes",
    tell: (scene) => {
      const action = anyAction(scene);
      const restart: Move = { do: "restart", thinkMs: think(scene) };
      return { action, moves: [hangUp(scene, action), restart, ask(scene, action), restart, ask(scene, action)] };
    },
  },
  {
    name: "repeats_in_parallel",
    did: "makes the same call at once",
    tell: (scene) => {
      const action = anyAction(scene);
      const asks = repeat(scene.random.between(4, 8), () => wish(scene, action));
      return { action, moves: [{ do: "ask_at_once", asks, thinkMs: think(scene) }] };
    },
  },
  {
    name: "spawns_subagents",
    did: "its subagents book it too",
    tell: (scene) => {
      const action = booking(scene.names);
      const steps = ["subagent-a", "subagent-b", "subagent-c"];
      const asks = steps.map((step) => wish(scene, action, { step }));
      return { action, moves: [{ do: "ask_at_once", asks, thinkMs: think(scene) }, ask(scene, action)] };
    },
  },
  {
    name: "delegates_to_another_run",
    did: "a subagent's run charges too",
    tell: (scene) => {
      const action = charge(scene.names, small(scene));
      const run = `${scene.run}-subagent`;
      return { action, moves: [ask(scene, action), ask(scene, action, { run }), ask(scene, action, { run })] };
    },
  },
  {
    name: "rewrites_email",
    did: "words the body anew",
    tell: (scene) => {
      const action = email(scene.names, "the team", INSIDE);
      return { action, moves: repeat(3, () => ask(scene, action)) };
    },
  },
  {
    name: "wants_too_much",
    did: "asks again while it waits",
    tell: (scene) => {
      const action = refund(scene.names, scene.random.between(120, 400));
      return { action, moves: repeat(3, () => ask(scene, action)), needsPerson: true };
    },
  },
  {
    name: "writes_outside",
    did: "asks again while it waits",
    tell: (scene) => {
      const action = email(scene.names, "a customer", OUTSIDE);
      return { action, moves: repeat(2, () => ask(scene, action)), needsPerson: true };
    },
  },
];

/** An amount that the contracts clear by policy, with room for a change of mind. */
function small({ random }: Scene): number {
  return random.between(5, 44);
}

function anyAction(scene: Scene): Action {
  const { names, random } = scene;
  const kind = random.pick(["refund", "charge", "email", "booking"]);
  if (kind === "refund") return refund(names, small(scene));
  if (kind === "charge") return charge(names, small(scene));
  return kind === "email" ? email(names, "the team", INSIDE) : booking(names);
}

const REASONS = [
  "The customer asked for it.",
  "Step 1 of my plan.",
  "I am not sure whether the last call worked, so I call again.",
  "Continuing where I left off.",
] as const;

function wish({ run, random }: Scene, action: Action, other: Partial<Ask> = {}): Ask {
  const args = action.phrase(random);
  return { tool: action.tool, args, run, step: MAIN_STEP, reason: random.pick(REASONS), ...other };
}

function ask(scene: Scene, action: Action, other?: Partial<Ask>): Move {
  return { do: "ask", ask: wish(scene, action, other), thinkMs: think(scene) };
}

function hangUp(scene: Scene, action: Action): Move {
  return { do: "ask_and_hang_up", ask: wish(scene, action), thinkMs: think(scene) };
}

function lookUp(scene: Scene, action: Action): Move {
  const look = { tool: "lookup_payment", args: { paymentId: action.subject.value }, step: "0" };
  return { do: "look_up", ask: wish(scene, action, look), thinkMs: think(scene) };
}

function think({ random }: Scene): number {
  return random.between(100, 500);
}

function repeat<T>(times: number, make: () => T): T[] {
  return Array.from({ length: times }, make);
}
