/** The insurance providers of an organization. */
import type { InsuranceProvider } from '@foyer/contracts/imports/record-calls.ts'
import { type Selectable, sql } from 'kysely'
import { pageOf } from '../../db/keyset.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { keyOf } from './record-keys.rules.ts'
import type { InsuranceProviderTable } from './records.tables.ts'

export interface KeyedProvider extends InsuranceProvider {
  readonly payerKey: string | null
  readonly nameKey: string
}

interface Asked {
  readonly organizationId: string
  readonly search: string
  /** The id of the last provider of the page before. */
  readonly after: string | null
  readonly limit: number
}

export async function listInsuranceProviders(
  tx: Tx,
  { organizationId, search, after, limit }: Asked,
): Promise<{ providers: InsuranceProvider[]; end: string | null }> {
  let query = providersOf(tx, organizationId)
  if (search !== '') {
    const key = keyOf(search)
    query = query.where(sql<boolean>`(position(${key} in name_key) > 0 or position(${key} in payer_key) > 0)`)
  }
  if (after !== null)
    query = query.where(
      sql<boolean>`(name_key, id) > (select last.name_key, last.id from insurance_providers as last
        where last.organization_id = ${organizationId} and last.id = ${after})`,
    )
  const rows = await query
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const { shown, end } = pageOf(rows, limit, (row) => row.id)
  return { providers: shown.map(providerOf), end }
}

/** The providers with one of the keys. */
export async function findByKeys(
  tx: Tx,
  organizationId: string,
  { payerKeys, nameKeys }: { readonly payerKeys: readonly string[]; readonly nameKeys: readonly string[] },
): Promise<KeyedProvider[]> {
  const rows = await providersOf(tx, organizationId)
    .where(sql<boolean>`(payer_key = any(${[...payerKeys]}::text[]) or name_key = any(${[...nameKeys]}::text[]))`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...providerOf(row), payerKey: row.payer_key, nameKey: row.name_key }))
}

/** Makes other imports of insurance providers wait until the transaction ends. Nothing else writes them. */
export async function lockInsuranceProviders(tx: Tx, organizationId: string): Promise<void> {
  const lock = JSON.stringify(['insurance providers', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
}

export interface ProviderToSave {
  readonly id: string
  readonly payerId: string | null
  readonly name: string
  readonly phone: string | null
}

interface Saving {
  readonly organizationId: string
  readonly at: Date
}

/** Sent without waiting: a failure fails the transaction. The rows get the version of the log's head. */
export function addInsuranceProviders(tx: Tx, { organizationId, at }: Saving, added: readonly ProviderToSave[]): void {
  if (added.length === 0) return
  const add = sql`
    insert into insurance_providers
      (organization_id, id, payer_id, payer_key, name, name_key, phone, created_at, version)
    select head.organization_id, given.id, payer_id, payer_key, name, name_key, phone, ${at}, head.seq
    from ${given(added)} cross join organization_heads as head where head.organization_id = ${organizationId}`
  sendUnawaited(tx, { compile: () => add.compile(tx) })
}

/** Sent without waiting: a failure fails the transaction. The caller has taken the lock. */
export function saveInsuranceProviders(
  tx: Tx,
  { organizationId }: Pick<Saving, 'organizationId'>,
  saved: readonly ProviderToSave[],
): void {
  if (saved.length === 0) return
  const save = sql`
    update insurance_providers as one set payer_id = given.payer_id, payer_key = given.payer_key, name = given.name,
      name_key = given.name_key, phone = given.phone, version = greatest(one.version, head.seq)
    from ${given(saved)} cross join organization_heads as head
    where head.organization_id = ${organizationId} and one.organization_id = head.organization_id and one.id = given.id`
  sendUnawaited(tx, { compile: () => save.compile(tx) })
}

function given(providers: readonly ProviderToSave[]) {
  const rows = providers.map(({ id, payerId, name, phone }) => ({
    ...{ id, payer_id: payerId, payer_key: payerId === null ? null : keyOf(payerId) },
    ...{ name, name_key: keyOf(name), phone },
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given (id text, payer_id text, payer_key text, name text, name_key text, phone text)`
}

function providersOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('insurance_providers')
    .select(['organization_id', 'id', 'payer_id', 'payer_key', 'name', 'name_key', 'phone', 'version'])
    .where('organization_id', '=', organizationId)
}

function providerOf(row: Omit<Selectable<InsuranceProviderTable>, 'created_at'>): InsuranceProvider {
  return {
    _id: row.id,
    organizationId: row.organization_id,
    payerId: row.payer_id,
    name: row.name,
    phone: row.phone,
    version: row.version,
  }
}
