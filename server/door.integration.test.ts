// The door over real sockets; the processes are fakes that answer in the test's own time.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Connection, Reply } from "./connection-message";
import { type Door, makeDoor, type Taker } from "./door";

class FakeProcess implements Taker {
  readonly handed: { id: number; socket: Socket }[] = [];
  private hear: (message: Reply) => void = () => undefined;
  constructor(private readonly sendError: Error | null = null) {}
  send(message: object, socket: Socket, _options: object, done: (error: Error | null) => void) {
    if (this.sendError === null) this.handed.push({ id: (message as Connection).id, socket });
    done(this.sendError);
  }
  on(_event: "message", hear: (message: unknown) => void) {
    this.hear = hear;
  }
  say(type: Reply["type"], index: number) {
    this.hear({ type, id: this.handed[index]?.id ?? 0 });
  }
  /** In one process there is one copy of the socket: it answers instead of saying that it took it. */
  answer(index: number, answer: string) {
    this.handed[index]?.socket.end(answer);
  }
}

let door: Door;
let port: number;
let callers: Socket[];
beforeEach(async () => {
  callers = [];
  door = makeDoor();
  port = await door.listen(0, "127.0.0.1");
});
afterEach(() => {
  door.close();
  for (const caller of callers) caller.destroy();
});

async function call(): Promise<Socket> {
  const caller = connect(port, "127.0.0.1").on("error", () => undefined);
  callers.push(caller);
  await once(caller, "connect");
  return caller;
}

function processes(count: number): FakeProcess[] {
  const made = Array.from({ length: count }, () => new FakeProcess());
  for (const one of made) door.add(one);
  return made;
}

test("connections are handed out in turn", async () => {
  const [first, second] = processes(2) as [FakeProcess, FakeProcess];
  for (let count = 0; count < 4; count += 1) await call();
  await expect.poll(() => [first.handed.length, second.handed.length]).toEqual([2, 2]);
});

test("D1: what a process did not take before it died is handed to another; what it took is not", async () => {
  const [first, second] = processes(2) as [FakeProcess, FakeProcess];
  for (let count = 0; count < 4; count += 1) await call();
  await expect.poll(() => first.handed.length).toBe(2);
  first.say("taken", 0);
  door.remove(first, true);
  expect(second.handed.map(({ socket }) => socket)).toEqual([
    ...second.handed.slice(0, 2).map(({ socket }) => socket),
    first.handed[1]?.socket,
  ]);
});

test("D1: what is refused, or cannot be sent, is handed to another, and that process is asked no more", async () => {
  const broken = new FakeProcess(new Error("channel closed"));
  door.add(broken);
  const [leaving, staying] = processes(2) as [FakeProcess, FakeProcess];
  await call();
  await expect.poll(() => leaving.handed.length).toBe(1);
  leaving.say("refused", 0);
  leaving.say("refused", 0);
  expect(staying.handed).toHaveLength(1);
  await call();
  await expect.poll(() => staying.handed.length).toBe(2);
});

test("D2: while no process is ready connections wait, and are served once one is", async () => {
  const answered = text(await call());
  const [late] = processes(1) as [FakeProcess];
  await expect.poll(() => late.handed.length).toBe(1);
  late.answer(0, "served");
  expect(await answered).toBe("served");
});

test("D2: with all processes dead, what was handed to them waits for the next one", async () => {
  const dead = processes(2);
  const answered = text(await call());
  await expect.poll(() => dead.flatMap(({ handed }) => handed).length).toBe(1);
  for (const one of dead) door.remove(one, true);
  const [next] = processes(1) as [FakeProcess];
  expect(next.handed).toHaveLength(1);
  next.answer(0, "served");
  expect(await answered).toBe("served");
});

test("what waits when the door closes is told so at once", async () => {
  const caller = await call();
  const closed = once(caller, "close");
  door.close();
  await closed;
});
