import type { FreshDatabase } from '../support/postgres.ts'

/** Of each table how many of its rows were added, changed or taken away so far. */
export type StoreState = Readonly<Record<string, number>>

/**
 * A refusal leaves its row in the audit, a wrong try to sign in is counted, and of bytes that no message got it is known for a
 * while that they were there: all meant.
 */
const MEANT = ['audit_log', 'login_tries', 'first_steps', 'uploads']

/**
 * Every table there is, so that one that comes later is looked at too; but for when a session was last used. The store keeps
 * the account itself: each row that is written leaves a line in the writer's own transaction, and goes with it if
 * that is rolled back. So a look costs the same however much there is, and thousands of tries can be made.
 */
export async function createStoreReader({ query }: FreshDatabase): Promise<() => Promise<StoreState>> {
  await query('create table written (name text not null)')
  await query(`create function note_written() returns trigger language plpgsql security definer as $$
    begin
      if tg_op <> 'UPDATE' or to_jsonb(new) - 'updatedAt' <> to_jsonb(old) - 'updatedAt' then
        insert into public.written values (tg_table_name);
      end if;
      return null;
    end $$`)
  const tables = await query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [[...MEANT, 'written']],
  )
  for (const { name } of tables)
    await query(`create trigger note_written after insert or update or delete on ${name}
      for each row execute function note_written()`)

  const written = new Map<string, number>()
  return async () => {
    for (const { name } of await query<{ name: string }>('delete from written returning name'))
      written.set(name, (written.get(name) ?? 0) + 1)
    return Object.fromEntries(written)
  }
}
