/**
 * How many texts a day has had. Counted in the transaction that keeps the text, so that limits hold exactly and a text that
 * was not kept is not counted.
 */
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../db/tx.ts'

/** Whose day is full. */
type FullDay = 'number' | 'organization'

interface Day {
  readonly organizationId: string
  /** By the organization's clock. */
  readonly day: string
}

interface CountedText extends Day {
  readonly phoneNumber: string
}

/**
 * One more text on the day of its number and on the organization's; or whose day is full, and then it is on neither. The
 * organization's row comes last: everybody waits for it.
 */
export async function countText(
  tx: Tx,
  text: CountedText,
  { smsDailyLimit, smsPatientDailyLimit }: Pick<Config, 'smsDailyLimit' | 'smsPatientDailyLimit'>,
): Promise<FullDay | null> {
  // Nor a row for the number, which no first text of a next day would ever delete.
  if (smsDailyLimit === 0) return 'organization'
  if (!(await countForNumber(tx, text, smsPatientDailyLimit))) return 'number'
  const sent = await countForOrganization(tx, text, smsDailyLimit)
  if (sent === null) {
    // Who asks may go on without the text, and keep the rest of the transaction.
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

/** Its row is this transaction's until the end, so nobody has seen the higher count. */
async function discountForNumber(tx: Tx, { organizationId, day, phoneNumber }: CountedText) {
  await sql`
    update text_number_days set sent = sent - 1
    where organization_id = ${organizationId} and day = ${day}::date and phone_number = ${phoneNumber}`.execute(tx)
}

/** How many it then had; null where the day is full. */
async function countForOrganization(tx: Tx, { organizationId, day }: Day, limit: number): Promise<number | null> {
  const { rows } = await sql<{ sent: number }>`
    insert into text_days as days (organization_id, day, sent) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id, day) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows[0]?.sent ?? null
}

/** Once a day: who was texted before is of no use any more. */
async function forgetEarlierDays(tx: Tx, { organizationId, day }: Day) {
  await sql`delete from text_number_days where organization_id = ${organizationId} and day < ${day}::date`.execute(tx)
}
