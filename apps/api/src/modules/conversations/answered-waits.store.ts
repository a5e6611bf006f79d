/** The waits of patients that texts of the staff ended. */
import { openMinutesBetween } from '@foyer/contracts/time/opening-hours.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import type { MessageState } from './messages.rules.ts'

interface AnsweredWait {
  readonly message: MessageState
  readonly userId: string
  readonly began: Date
}

/**
 * To be called in the transaction that saves the text, so that the wait is stored exactly if the text is. The open time is that of
 * the hours that the clinic has now; hours that were never saved are none.
 */
export async function keepAnsweredWait(tx: Tx, { message, userId, began }: AnsweredWait): Promise<void> {
  const { settings, clinic } = await readInboxSettings(tx, message.organizationId)
  const hours = settings.version === 0 ? null : settings.businessHours
  const openMinutes = openMinutesBetween(began, message.createdAt, clinic.timezone, hours)
  sendUnawaited(
    tx,
    tx.insertInto('answered_waits').values({
      organization_id: message.organizationId,
      message_id: message.id,
      conversation_id: message.conversationId,
      user_id: userId,
      began,
      answered: message.createdAt,
      open_seconds: Math.round(openMinutes * 60),
    }),
  )
}

/** A patient's wait, and the text that ended it. */
interface EndedWait {
  readonly began: Date
  readonly answered: Date
}

/** The waits that the staff member ended within these bounds. A text that failed ended none. */
export async function answeredBy(
  tx: Tx,
  asked: { organizationId: string; userId: string; from: Date; until: Date },
): Promise<readonly EndedWait[]> {
  const { organizationId, userId, from, until } = asked
  const { rows } = await sql<EndedWait>`
    select waits.began, waits.answered from answered_waits as waits
    join messages on messages.organization_id = waits.organization_id and messages.id = waits.message_id
      and messages.status not in ('failed', 'undelivered')
    where waits.organization_id = ${organizationId} and waits.user_id = ${userId}
      and waits.answered >= ${from} and waits.answered < ${until}`.execute(tx)
  return rows
}

/** Deletes waits that were answered before, the oldest first; returns how many. */
export async function deleteOldWaits(tx: Tx, before: Date, chunk: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select organization_id, message_id from answered_waits where answered < ${before} order by answered limit ${chunk}
    )
    delete from answered_waits using old
    where answered_waits.organization_id = old.organization_id and answered_waits.message_id = old.message_id
    returning answered_waits.message_id`.execute(tx)
  return rows.length
}
