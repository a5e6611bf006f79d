/**
 * Counts texts per day, in the transaction that saves the text: limits are exact, and a text that is rolled back is not
 * counted.
 */
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../db/tx.ts'

/** The limit that was reached. */
type FullDay = 'number' | 'organization'

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
 * The organization's row is locked last, because all its texts wait for it.
 */
export async function countText(
  tx: Tx,
  text: CountedText,
  { smsDailyLimit, smsPatientDailyLimit }: Pick<Config, 'smsDailyLimit' | 'smsPatientDailyLimit'>,
): Promise<FullDay | null> {
  // Checked first, so that no row for the number is inserted: only a later first text would delete it.
  if (smsDailyLimit === 0) return 'organization'
  if (!(await countForNumber(tx, text, smsPatientDailyLimit))) return 'number'
  const sent = await countForOrganization(tx, text, smsDailyLimit)
  if (sent === null) {
    // The caller may commit the transaction without the text.
    await discountForNumber(tx, text)
    return 'organization'
  }
  if (sent === 1) await forgetEarlierDays(tx, text)
  return null
}

async function countForNumber(tx: Tx, { organizationId, day, phoneNumber }: CountedText, limit: number) {
  const { rows } = await sql`
    insert into text_number_days as days (organization_id, day, phone_number, sent)
    values (${organizationId}, ${day}::date, ${phoneNumber}, 1)
    on conflict (organization_id, day, phone_number) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows.length > 0
}

/** The row is locked by this transaction, so nobody has seen the higher count. */
async function discountForNumber(tx: Tx, { organizationId, day, phoneNumber }: CountedText) {
  await sql`
    update text_number_days set sent = sent - 1
    where organization_id = ${organizationId} and day = ${day}::date and phone_number = ${phoneNumber}`.execute(tx)
}

/** The new count; null if the limit is reached. */
async function countForOrganization(tx: Tx, { organizationId, day }: Day, limit: number): Promise<number | null> {
  const { rows } = await sql<{ sent: number }>`
    insert into text_days as days (organization_id, day, sent) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id, day) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows[0]?.sent ?? null
}

/** Runs once a day: the counts of earlier days are not needed any more. */
async function forgetEarlierDays(tx: Tx, { organizationId, day }: Day) {
  await sql`delete from text_number_days where organization_id = ${organizationId} and day < ${day}::date`.execute(tx)
}
