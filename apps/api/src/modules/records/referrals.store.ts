/** The referrals of an organization, with the names of their patients. */
import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
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

/** `source` is a query of rows of `referrals`. */
export function referralsFrom(source: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select r.organization_id, r.id, r.patient_id, p.first_name, p.last_name, p.mrn, r.referring_provider, r.date,
      r.reason, r.documents, r.version
    from ${source} as r
    join patients as p on p.organization_id = r.organization_id and p.id = r.patient_id`
}

export function referralOf(row: Row): Referral {
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
