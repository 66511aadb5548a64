/** Buckets to take from, over two pools on a database of their own: what holds must hold across processes. */
import { createTestDatabase } from "@/tests/support/database";
import { type Database, openDatabase, type Tx } from "../database";
import { insertReservations, loadUsage, type NewReservation } from "../reservations";

export const FOREVER = 0;

type Transact = <T>(db: Database, work: (tx: Tx) => Promise<T>) => Promise<T>;
type Options = { name: string; connectionsMax: number; transact?: Transact };

export class ReservationStage {
  private made = 0;

  private constructor(
    readonly db: Database,
    readonly otherDb: Database,
    private readonly transact: Transact,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open({ name, connectionsMax, transact }: Options): Promise<ReservationStage> {
    const { url, drop } = await createTestDatabase();
    const db = openDatabase({ url, connectionsMax, name });
    const otherDb = openDatabase({ url, connectionsMax, name: `${name}, another process` });
    return new ReservationStage(db, otherDb, transact ?? ((pool, work) => pool.transaction(work)), drop);
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.otherDb.close();
    await this.drop();
  }

  /** Names that sort as they were made. */
  fresh(what: string): string {
    this.made += 1;
    return `${what}_${String(this.made).padStart(9, "0")}`;
  }

  /** One intent takes all of it. */
  async take(...rows: Omit<NewReservation, "intentId">[]): Promise<string> {
    const intentId = this.fresh("int");
    const taken = rows.map((row) => ({ ...row, intentId }));
    await this.transact(this.db, (tx) => insertReservations(tx, taken));
    return intentId;
  }

  async usedOf(bucket: string, sinceMs = FOREVER): Promise<string | undefined> {
    return (await this.transact(this.db, (tx) => loadUsage(tx, [{ bucket, sinceMs }]))).get(bucket);
  }
}
