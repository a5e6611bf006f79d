/** Files of patients' texts on their way from the carrier to us. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { createQueue } from '../../work/queue.ts'
import type { CarrierMedia } from '../conversations/inbound.rules.ts'

/** A file that this worker, and nobody else for now, fetches. */
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

/** In the transaction that keeps the message: what came with it is never forgotten, and a repeated text brings nothing twice. */
export async function enqueueMedia(
  tx: Tx,
  message: { organizationId: string; conversationId: string; messageId: string },
  media: readonly CarrierMedia[],
): Promise<void> {
  if (media.length === 0) return
  await tx
    .insertInto('media_fetches')
    .values(
      media.map(({ url }, place) => ({
        organization_id: message.organizationId,
        conversation_id: message.conversationId,
        message_id: message.messageId,
        place,
        url,
      })),
    )
    .execute()
  inboundMedia.wake(tx)
}

export const inboundMedia = createQueue<LeasedMedia>({
  table: 'media_fetches',
  topic: 'media',
  key: { organizationId: 'organization_id', messageId: 'message_id', place: 'place' },
  fields: { conversationId: 'conversation_id', url: 'url', attempts: 'attempts', queuedAt: 'queued_at' },
  attempts: 'attempts',
})

/** It is had, or given up; false where the lease had run out and somebody else may have it by now. */
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
