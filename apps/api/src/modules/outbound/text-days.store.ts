/**
 * Counts texts per day, in the transaction that saves the text: limits are exact, and a text that is rolled back is not
 * counted.
 */
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

/** The limit that was reached. */
export type FullDay = 'number' | 'organization'

type Limits = Pick<Config, 'smsDailyLimit' | 'smsPatientDailyLimit'>

interface Day {
  readonly organizationId: string
  /** In the organization's time zone. */
  readonly day: string
}

interface CountedText extends Day {
  readonly phoneNumber: string
}

/**
 * Counts one more text for its number and its organization, or returns the limit that was reached and counts nothing.
 * One statement, which locks the organization's row last, because all its texts wait for it: send it as the last one
 * before the log's head is locked.
 */
export async function countText(
  tx: Tx,
  text: CountedText,
  { smsDailyLimit, smsPatientDailyLimit }: Limits,
): Promise<FullDay | null> {
  const { organizationId, day, phoneNumber } = text
  // Checked first, so that no row for the number is inserted: only a later first text would delete it.
  if (smsDailyLimit === 0) return 'organization'
  // The day's first text deletes the counts of earlier days, which are not needed any more.
  const { rows } = await sql<{ isForNumber: boolean; isForOrganization: boolean }>`
    with for_number as (
      insert into text_number_days as days (organization_id, day, phone_number, sent)
      values (${organizationId}, ${day}::date, ${phoneNumber}, 1)
      on conflict (organization_id, day, phone_number) do update set sent = days.sent + 1
        where days.sent < ${smsPatientDailyLimit}
      returning sent
    ), for_organization as (
      insert into text_days as days (organization_id, day, sent)
      select ${organizationId}, ${day}::date, 1 where exists (select from for_number)
      on conflict (organization_id, day) do update set sent = days.sent + 1 where days.sent < ${smsDailyLimit}
      returning sent
    ), forgotten as (
      delete from text_number_days
      where organization_id = ${organizationId} and day < ${day}::date
        and exists (select from for_organization where sent = 1)
    )
    select exists (select from for_number) as "isForNumber",
      exists (select from for_organization) as "isForOrganization"`.execute(tx)
  const [counted] = rows
  if (!counted?.isForNumber) return 'number'
  if (counted.isForOrganization) return null
  // The caller may commit the transaction without the text.
  discountForNumber(tx, text)
  return 'organization'
}

/**
 * The limit that is reached by now, without a lock: another text may be counted before the caller's own is. A caller that decides
 * by it counts its text only directly before the log's head is locked.
 */
export async function fullDay(
  tx: Tx,
  { organizationId, day, phoneNumber }: CountedText,
  { smsDailyLimit, smsPatientDailyLimit }: Limits,
): Promise<FullDay | null> {
  const { rows } = await sql<{ ofNumber: number; ofOrganization: number }>`
    select
      coalesce((select sent from text_number_days where organization_id = ${organizationId} and day = ${day}::date
        and phone_number = ${phoneNumber}), 0) as "ofNumber",
      coalesce((select sent from text_days where organization_id = ${organizationId} and day = ${day}::date), 0)
        as "ofOrganization"`.execute(tx)
  const { ofNumber = 0, ofOrganization = 0 } = rows[0] ?? {}
  if (ofNumber >= smsPatientDailyLimit) return 'number'
  return ofOrganization >= smsDailyLimit ? 'organization' : null
}

/** The row is locked by this transaction, so nobody has seen the higher count. */
function discountForNumber(tx: Tx, { organizationId, day, phoneNumber }: CountedText): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('text_number_days')
      .set((row) => ({ sent: row('sent', '-', 1) }))
      .where('organization_id', '=', organizationId)
      .where('day', '=', day)
      .where('phone_number', '=', phoneNumber),
  )
}
