import type { FreshDatabase } from '../support/postgres.ts'

/** Per table, the number of rows added, changed or removed so far. */
export type StoreState = Readonly<Record<string, number>>

/**
 * The tables that a refusal may change: the audit row, the counts of failed sign-ins, of sent forms and of requests to Google, and uploaded
 * bytes that belong to no message.
 */
const MEANT = ['audit_log', 'login_tries', 'first_steps', 'form_uses', 'google_paces', 'uploads']

/**
 * Counts changes in all tables, also future ones, except the time of a session's last use. A trigger counts inside the
 * writer's own transaction, so a rollback undoes the count. So reading the state always costs the same, and thousands
 * of inputs can be tried.
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
