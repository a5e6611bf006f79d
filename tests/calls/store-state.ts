import type { FreshDatabase } from '../support/postgres.ts'

/** Of each table how many rows and a digest of what they say. */
export type StoreState = Readonly<Record<string, string>>

/** A refusal leaves its row in the audit, and a wrong try to sign in is counted: both are meant to be there. */
const MEANT = ['audit_log', 'login_tries']

/** Every table there is, so that one that comes later is looked at too; but for when a session was last used. */
export async function createStoreReader({ query }: FreshDatabase): Promise<() => Promise<StoreState>> {
  const tables = await query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [MEANT],
  )
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ' ' ||
      md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as state
      from (select to_jsonb(one) - 'updatedAt' as row from ${name} as one) as rows`,
  )
  const everything = digests.join('\nunion all\n')
  return async () => {
    const states = await query<{ name: string; state: string }>(everything)
    return Object.fromEntries(states.map(({ name, state }) => [name, state]))
  }
}
