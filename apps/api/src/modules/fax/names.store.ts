/** The names of fax numbers, and the numbers that an organization knows. */
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { faxChanged } from '@foyer/contracts/fax/fax-events.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import { listFaxes } from './faxes.store.ts'

/** The newest faxes of a number that screens are told of; older ones show the name when they are read again. */
const TOLD_MOST = 50

interface Naming {
  readonly organizationId: string
  readonly number: string
  /** Null takes the name away. */
  readonly name: string | null
  readonly at: Date
}

export async function findName(tx: Tx, organizationId: string, number: string): Promise<string | null> {
  const row = await tx
    .selectFrom('fax_names')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Names the number, and tells of its faxes, as the last thing of the transaction. */
export async function nameNumber(tx: Tx, { organizationId, number, name, at }: Naming): Promise<void> {
  const key = { organization_id: organizationId, number }
  if (name === null)
    await tx
      .deleteFrom('fax_names')
      .where('organization_id', '=', organizationId)
      .where('number', '=', number)
      .execute()
  else
    await tx
      .insertInto('fax_names')
      .values({ ...key, name })
      .onConflict((conflict) => conflict.columns(['organization_id', 'number']).doUpdateSet({ name }))
      .execute()
  // Locked, so that no worker writes an older state with a higher version meanwhile.
  await tx
    .selectFrom('faxes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('number', '=', number)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TOLD_MOST)
    .forUpdate()
    .execute()
  const asked = { organizationId, number, status: undefined, search: '', after: null, limit: TOLD_MOST }
  const { faxes } = await listFaxes(tx, asked)
  const changes = faxes.map((fax) => ({
    record: async ({ seq: version }: { readonly seq: number }) => {
      await writeVersion(tx, fax, version)
      return newEvent(faxChanged, { ...fax, version })
    },
  }))
  await appendEvents(tx, { organizationId, at }, changes)
}

async function writeVersion(tx: Tx, { organizationId, _id }: Fax, version: number): Promise<void> {
  await tx
    .updateTable('faxes')
    .set({ version })
    .where('organization_id', '=', organizationId)
    .where('id', '=', _id)
    .execute()
}

interface Recipient {
  readonly number: string
  readonly name: string | null
  readonly lastAt: string | null
}

/** The numbers that were named or faxed, the last used first. */
export async function listRecipients(
  tx: Tx,
  { organizationId, search, limit }: { organizationId: string; search: string; limit: number },
): Promise<Recipient[]> {
  const digits = search.replace(/\D/g, '')
  const { rows } = await sql<{ number: string; name: string | null; last_at: Date | null }>`
    with used as (
      select number, max(created_at) as last_at from faxes where organization_id = ${organizationId} group by number
    ), named as (
      select number, name from fax_names where organization_id = ${organizationId}
    )
    select number, named.name, used.last_at from used full join named using (number)
    where ${search} = '' or position(lower(${search}) in lower(coalesce(named.name, ''))) > 0
      or (${digits} <> '' and position(${digits} in number) > 0)
    order by used.last_at desc nulls last, named.name, number
    limit ${limit}`.execute(tx)
  return rows.map(({ number, name, last_at }) => ({ number, name, lastAt: last_at?.toISOString() ?? null }))
}
