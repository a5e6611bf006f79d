/** Finds the patients and the referrals of a file's rows. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** A row's share of the key of its referral. */
export interface ReferralKey {
  readonly mrn: string | null
  readonly providerKey: string | null
  /** YYYY-MM-DD */
  readonly date: string | null
}

/** A patient with the MRN of a row, and their referral with the row's key if they have it. */
export interface FoundReferral {
  /** The index of the row's key. */
  readonly at: number
  readonly patientId: string
  readonly firstName: string
  readonly lastName: string
  readonly birthdate: string | null
  readonly mrn: string
  readonly referralId: string | null
  readonly referringProvider: string | null
  readonly date: string | null
  readonly reason: string | null
}

/** One statement, whose lookups go by the indexes also where a table has no statistics. */
export async function findReferrals(
  tx: Tx,
  organizationId: string,
  keys: readonly ReferralKey[],
): Promise<FoundReferral[]> {
  const { rows } = await sql<FoundReferral>`
    select given.nth::int - 1 as at, patient.id as "patientId", patient.first_name as "firstName",
      patient.last_name as "lastName", patient.birthdate, patient.mrn, referral.id as "referralId",
      referral.referring_provider as "referringProvider", referral.date, referral.reason
    from unnest(${keys.map(({ mrn }) => mrn)}::text[], ${keys.map(({ providerKey }) => providerKey)}::text[],
      ${keys.map(({ date }) => date)}::date[]) with ordinality as given (mrn, provider_key, date, nth)
    cross join lateral (
      select id, first_name, last_name, birthdate, mrn from patients
      where organization_id = ${organizationId} and mrn_key = lower(given.mrn)
      order by id
    ) as patient
    left join lateral (
      select id, referring_provider, date, reason from referrals
      where organization_id = ${organizationId} and patient_id = patient.id and provider_key = given.provider_key
        and date = given.date
    ) as referral on true
    order by given.nth, patient.id`.execute(tx)
  return rows
}

/**
 * Locks the patients with these MRNs in the order of their ids, so that they keep them, then their referrals in the order of
 * theirs. The first lock lets only one import of referrals of an organization write at a time, so none adds a key twice.
 */
export async function lockReferrals(tx: Tx, organizationId: string, keys: readonly ReferralKey[]): Promise<void> {
  const lock = JSON.stringify(['referrals', organizationId])
  const mrns = [...new Set(keys.flatMap(({ mrn }) => mrn ?? []))]
  const patients = sql`any(array(
    select patients.id from unnest(${mrns}::text[]) as given (mrn)
    join patients on patients.organization_id = ${organizationId} and patients.mrn_key = lower(given.mrn)))`
  const days = [...new Set(keys.flatMap(({ date }) => date ?? []))]
  await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx),
    sql`select id from patients where organization_id = ${organizationId} and id = ${patients} order by id for share`.execute(
      tx,
    ),
    sql`
      select id from referrals
      where organization_id = ${organizationId} and patient_id = ${patients} and date = any(${days}::date[])
      order by id for no key update`.execute(tx),
  ])
}
