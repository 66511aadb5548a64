type Reader = { sql<T>(text: string, ...values: unknown[]): Promise<T[]> };

/** Every table that has the text anywhere in a row. */
export async function tablesWith(reader: Reader, text: string): Promise<string[]> {
  const tables = await reader.sql<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const [row] = await reader.sql<{ has: boolean }>(
      `select exists (select 1 from "${schema}"."${name}" as r where strpos(r::text, $1) > 0) as has`,
      text,
    );
    if (row?.has === true) found.push(name);
  }
  return found;
}
