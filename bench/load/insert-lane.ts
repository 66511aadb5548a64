/**
 * The baseline without pgbench: a row and its outbox row, one statement, one commit, prepared, each on a connection of
 * its own.
 *
 * `pg` connects and prepares; after that its connection is spoken to directly (bind, execute, sync). Through all of
 * `pg` a row costs the client half again as much CPU, and on few cores that would make the baseline look poor.
 */
import type { Socket } from "node:net";
import pg from "pg";
import { outboxInsert } from "../outbox";
import { makeBody } from "./bodies";
import type { BodyPlan, Target } from "./job";
import type { Lane } from "./lane";
import { makeReplyReader, STATEMENT, writeExecute } from "./postgres-frames";

type InsertTarget = Extract<Target, { kind: "insert" }>;

export async function openInsertLane(target: InsertTarget, onLost: (error: Error) => void): Promise<Lane> {
  const client = new pg.Client({ connectionString: target.databaseUrl, application_name: "interlock-bench" });
  client.on("error", onLost);
  await client.connect();
  await client.query(`prepare ${STATEMENT} (text, json) as ${outboxInsert("$1", "$2")}`);
  const socket = socketOf(client);
  socket.removeAllListeners("data");
  const read = makeReplyReader();
  let waiting: ((problem: string | null) => void) | null = null;
  socket.on("data", (chunk: Buffer) => {
    const reply = read(chunk);
    if (reply === null || waiting === null) return;
    const done = waiting;
    waiting = null;
    done(reply.problem);
  });
  const body: BodyPlan = { prefix: target.prefix, distinctCount: null, verdict: "cleared", reworded: false };
  return {
    send(turn, done) {
      waiting = done;
      socket.write(writeExecute([`${target.prefix}-${turn}`, makeBody(body, turn)]));
    },
    close: () => client.end(),
  };
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
