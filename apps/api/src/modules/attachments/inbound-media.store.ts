/** The queue of patients' files to fetch from the carrier. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { createQueue } from '../../workers/queue.ts'
import type { CarrierMedia } from '../conversations/inbound.rules.ts'

/** A file that one worker fetches while it holds the lease. */
export interface LeasedMedia {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  readonly place: number
  readonly url: string
  readonly attempts: number
  readonly queuedAt: Date
}

type Key = Pick<LeasedMedia, 'organizationId' | 'messageId' | 'place'>

/** Call it in the message's transaction, so that no file is forgotten and a repeated text queues none again. */
export function enqueueMedia(
  tx: Tx,
  message: { organizationId: string; conversationId: string; messageId: string },
  media: readonly CarrierMedia[],
): void {
  if (media.length === 0) return
  const rows = media.map(({ url }, place) => ({
    organization_id: message.organizationId,
    conversation_id: message.conversationId,
    message_id: message.messageId,
    place,
    url,
  }))
  sendUnawaited(tx, tx.insertInto('media_fetches').values(rows))
  inboundMedia.wake(tx)
}

export const inboundMedia = createQueue<LeasedMedia>({
  table: 'media_fetches',
  topic: 'media',
  key: { organizationId: 'organization_id', messageId: 'message_id', place: 'place' },
  fields: { conversationId: 'conversation_id', url: 'url', attempts: 'attempts', queuedAt: 'queued_at' },
  attempts: 'attempts',
})

/** Removes a file that was fetched or given up; false if the lease had run out and another worker may have it. */
export async function dequeueMedia(
  tx: Tx,
  { organizationId, messageId, place }: Key,
  worker: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from media_fetches
    where organization_id = ${organizationId} and message_id = ${messageId} and place = ${place}
      and ${inboundMedia.heldBy(worker)}
    returning place`.execute(tx)
  return rows.length > 0
}
