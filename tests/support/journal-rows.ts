/** The journal changed by hand: as an intruder with all rights on the database would, and where tests need a past. */
type Run = (sql: string, ...values: unknown[]) => Promise<unknown>;

/** What keeps the journal as it was written is off meanwhile. */
export async function unguarded<T>(run: Run, work: () => Promise<T>): Promise<T> {
  await run("alter table journal disable trigger user");
  try {
    return await work();
  } finally {
    await run("alter table journal enable trigger user");
  }
}

/** What an erasure does to the args of the submissions in these rows. */
export const eraseArgsSql = (rows: string) => `
  update journal set salt = null,
    detail = (detail::jsonb - 'args' - 'executableArgs' || jsonb_build_object('erasedAt', now()))::json
  where id in (${rows})`;

/** Where a row is sealed, as Postgres finds it: `id`, `position`. */
export const SEALED_PLACES = `
  select r.id, (s.first_position + r.place - 1)::integer as position
  from audit_seals s cross join lateral unnest(s.rows) with ordinality as r(id, place)`;
