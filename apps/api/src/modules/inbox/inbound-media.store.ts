/** Files of patients' texts on their way from the carrier to us. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CarrierMedia } from './inbound.rules.ts'

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
}

/** Above organizations: the next ones that are due. The lease ends by itself if its worker dies. */
export async function leaseMedia(
  tx: Tx,
  { worker, limit, leaseS }: { worker: string; limit: number; leaseS: number },
): Promise<LeasedMedia[]> {
  const { rows } = await sql<LeasedMedia>`
    update media_fetches as media
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
    from (
      select organization_id, message_id, place from media_fetches
      where due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at
      limit ${limit}
      for update skip locked
    ) as next
    where media.organization_id = next.organization_id and media.message_id = next.message_id and media.place = next.place
    returning media.organization_id as "organizationId", media.conversation_id as "conversationId",
      media.message_id as "messageId", media.place, media.url, media.attempts, media.queued_at as "queuedAt"`.execute(
    tx,
  )
  return rows
}

/** It is had, or given up; false where the lease had run out and somebody else may have it by now. */
export async function dequeueMedia(
  tx: Tx,
  { organizationId, messageId, place }: Key,
  worker: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from media_fetches
    where organization_id = ${organizationId} and message_id = ${messageId} and place = ${place}
      and leased_by = ${worker} and leased_until > now()
    returning place`.execute(tx)
  return rows.length > 0
}

/** Above organizations: tried again later, by whoever is there then. */
export async function postponeMedia(
  tx: Tx,
  { organizationId, messageId, place }: Key,
  { worker, delayMs }: { worker: string; delayMs: number },
): Promise<void> {
  await sql`
    update media_fetches
    set leased_by = null, leased_until = null, due_at = now() + make_interval(secs => ${delayMs / 1000})
    where organization_id = ${organizationId} and message_id = ${messageId} and place = ${place}
      and leased_by = ${worker}`.execute(tx)
}
