/** The referrals of an organization, with the names of their patients. */
import { nameWords } from '@foyer/contracts/fold.rules.ts'
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '../../db/keyset.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { FileWords } from './file-words.rules.ts'
import { keyOf } from './record-keys.rules.ts'

interface Row {
  readonly organization_id: string
  readonly id: string
  readonly patient_id: string
  readonly first_name: string
  readonly last_name: string
  readonly mrn: string | null
  readonly referring_provider: string
  readonly date: string
  readonly reason: string | null
  readonly documents: number
  readonly version: number
}

/**
 * `source` is a table or a query of rows of `referrals`. Each patient is looked up: without statistics, as after a first import,
 * PostgreSQL would compare all patients with each referral.
 */
function referralsFrom(source: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select r.organization_id, r.id, r.patient_id, p.first_name, p.last_name, p.mrn, r.referring_provider, r.date,
      r.reason, r.documents, r.version
    from ${source} as r
    cross join lateral (
      select first_name, last_name, mrn, search_key from patients
      where organization_id = r.organization_id and id = r.patient_id offset 0
    ) as p`
}

function referralOf(row: Row): Referral {
  return {
    _id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    patientName: `${row.first_name} ${row.last_name}`.trim(),
    patientMrn: row.mrn,
    referringProvider: row.referring_provider,
    date: row.date,
    reason: row.reason,
    documents: row.documents,
    version: row.version,
  }
}

export interface ReferralToSave {
  readonly id: string
  readonly patientId: string
  readonly referringProvider: string
  readonly date: string
  readonly reason: string | null
}

interface Saving {
  readonly organizationId: string
  readonly at: Date
}

/** Sent without waiting: a failure fails the transaction. The rows get the version of the log's head. */
export function addReferrals(tx: Tx, { organizationId, at }: Saving, added: readonly ReferralToSave[]): void {
  if (added.length === 0) return
  const add = sql`
    insert into referrals
      (organization_id, id, patient_id, referring_provider, provider_key, date, reason, created_at, version)
    select head.organization_id, given.id, patient_id, referring_provider, provider_key, given.date, reason, ${at},
      head.seq
    from ${given(added)} cross join organization_heads as head where head.organization_id = ${organizationId}`
  sendUnawaited(tx, { compile: () => add.compile(tx) })
}

/** Sent without waiting: a failure fails the transaction. The caller has locked the referrals, whose keys stay. */
export function saveReferrals(
  tx: Tx,
  { organizationId }: Pick<Saving, 'organizationId'>,
  saved: readonly ReferralToSave[],
): void {
  if (saved.length === 0) return
  const save = sql`
    update referrals as one set referring_provider = given.referring_provider, reason = given.reason,
      version = greatest(one.version, head.seq)
    from ${given(saved)} cross join organization_heads as head
    where head.organization_id = ${organizationId} and one.organization_id = head.organization_id and one.id = given.id`
  sendUnawaited(tx, { compile: () => save.compile(tx) })
}

function given(referrals: readonly ReferralToSave[]) {
  const rows = referrals.map(({ id, patientId, referringProvider, date, reason }) => ({
    ...{ id, patient_id: patientId, referring_provider: referringProvider },
    ...{ provider_key: keyOf(referringProvider), date, reason },
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
    id text, patient_id text, referring_provider text, provider_key text, date date, reason text)`
}

/** The last referral of a page. */
export interface ReferralPlace {
  /** YYYY-MM-DD */
  readonly date: string
  readonly id: string
}

interface Asked {
  readonly organizationId: string
  readonly search: string
  /** The referral is of a patient whom the name of a file may mean. */
  readonly file: FileWords | null
  readonly withoutDocuments: boolean
  readonly after: ReferralPlace | null
  readonly limit: number
}

/** A page of the referrals, the newest first. Each word of the search is one of the patient, the MRN or the provider. */
export async function listReferrals(
  tx: Tx,
  { organizationId, search, file, withoutDocuments, after, limit }: Asked,
): Promise<{ referrals: Referral[]; end: ReferralPlace | null }> {
  const words = nameWords(search)
  const found =
    words.length === 0
      ? sql``
      : sql`and not exists (
          select from unnest(${words}::text[]) as word
          where position(word in p.search_key) = 0 and position(word in r.provider_key) = 0)`
  const named = file === null ? sql`` : sql`and ${namedIn(file)}`
  const without = withoutDocuments ? sql`and r.documents = 0` : sql``
  const beyond = after === null ? sql`` : sql`and (r.date, r.id) < (${after.date}::date, ${after.id})`
  const { rows } = await sql<Row>`
    ${referralsFrom(sql`referrals`)}
    where r.organization_id = ${organizationId} ${without} ${beyond} ${found} ${named}
    order by r.date desc, r.id desc limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ date, id }) => ({ date, id }))
  return { referrals: shown.map(referralOf), end }
}

/** The search key has the folded name in its first line, and the MRN without signs in its third. */
function namedIn({ mrns, names }: FileWords): RawBuilder<boolean> {
  return sql<boolean>`(split_part(p.search_key, E'\\n', 3) = any(${mrns}::text[]) or exists (
    select from string_to_array(btrim(regexp_replace(
      translate(split_part(p.search_key, E'\\n', 1), '''’', ''), '[-.,[:space:]]+', ' ', 'g')), ' ') as words
    where cardinality(words) > 1 and words <@ ${names}::text[]))`
}

/** Locks the referral against other changes of it; false if the organization has none with this id. */
export async function lockReferral(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('referrals')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function hasReferral(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from referrals where organization_id = ${organizationId} and id = ${id}`.execute(tx)
  return rows.length > 0
}

interface Counting {
  readonly organizationId: string
  readonly referralId: string
  readonly version: number
  readonly by: number
}

/** The referral with its new number of documents. The caller has locked it. */
export async function countDocuments(tx: Tx, { organizationId, referralId, version, by }: Counting): Promise<Referral> {
  const saved = sql`
    update referrals set documents = documents + ${by}, version = ${version}
    where organization_id = ${organizationId} and id = ${referralId}
    returning referrals.*`
  const { rows } = await sql<Row>`with saved as (${saved}) ${referralsFrom(sql`saved`)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A locked referral is missing.')
  return referralOf(row)
}
