import { makeSlots } from "./bounded-slots";
import { hashPassword } from "./sign-in";

/** One at a time in a process: each takes 19 MiB and a thread that sign-ins and name look-ups need too. */
const inSlot = makeSlots({ runningMax: 1, waitingMax: 16 });

export function hashNewPassword(password: string): Promise<string> {
  return inSlot(() => hashPassword(password));
}
