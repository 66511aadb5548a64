import type { RawTx } from "../raw-transaction";

/** Where the slots are not the reservations, summed; cut by other means than the store cuts them. */
export async function findSlotErrors(client: Pick<RawTx, "$queryRawUnsafe">): Promise<unknown[]> {
  return client.$queryRawUnsafe<unknown[]>(
    `with summed as (
       select bucket, span, date_trunc(span, at, 'UTC') as slot, sum(amount) as amount
       from reservations cross join (values ('minute'), ('hour')) as l(span) group by 1, 2, 3
     ), slots as (
       select bucket, span, slot, sum(amount) as amount from reservation_slots group by 1, 2, 3
     )
     select bucket, span, slot::text, summed.amount::text as is, slots.amount::text as told
     from summed full join slots using (bucket, span, slot)
     where coalesce(summed.amount, 0) <> coalesce(slots.amount, 0)`,
  );
}
