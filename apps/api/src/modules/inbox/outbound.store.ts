import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { TextKind } from '../../db/inbox-tables.ts'

/** A text that this worker, and nobody else for now, takes to the carrier. */
export interface LeasedText {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  readonly kind: TextKind
  readonly attempts: number
  readonly queuedAt: Date
  /** The carrier was called before and its answer is not known. */
  readonly handedAt: Date | null
}

type Key = { readonly organizationId: string; readonly messageId: string }

/**
 * In the transaction that keeps the message: a text that was not kept never leaves, and a kept one is never forgotten. One
 * that is held counts as queued from when it may leave.
 */
export async function enqueue(
  tx: Tx,
  text: Key & { conversationId: string; kind?: TextKind; heldMs?: number },
): Promise<void> {
  const leaves = inMs(text.heldMs ?? 0)
  await tx
    .insertInto('outbound_texts')
    .values({
      organization_id: text.organizationId,
      message_id: text.messageId,
      conversation_id: text.conversationId,
      kind: text.kind ?? 'staff',
      queued_at: leaves,
      due_at: leaves,
    })
    .execute()
}

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000})`

/**
 * Above organizations: the next texts that are due, of each conversation only its first, so that order is kept however
 * many workers there are; but what is held for the morning holds up nobody. The lease ends by itself if its worker dies. All by the store's clock, the one that they share.
 */
export async function leaseTexts(
  tx: Tx,
  { worker, limit, leaseS }: { worker: string; limit: number; leaseS: number },
): Promise<LeasedText[]> {
  const { rows } = await sql<LeasedText>`
    update outbound_texts as text
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseS}), attempts = attempts + 1
    from (
      select organization_id, message_id from outbound_texts as due
      where due_at <= now() and (leased_until is null or leased_until < now())
        and not exists (
          select from outbound_texts as earlier
          where earlier.organization_id = due.organization_id and earlier.conversation_id = due.conversation_id
            and earlier.position < due.position
            and not (earlier.kind = 'unasked' and earlier.due_at > now() and earlier.handed_at is null))
      order by due_at
      limit ${limit}
      for update skip locked
    ) as next
    where text.organization_id = next.organization_id and text.message_id = next.message_id
    returning text.organization_id as "organizationId", text.conversation_id as "conversationId",
      text.message_id as "messageId", text.kind, text.attempts, text.queued_at as "queuedAt", text.handed_at as "handedAt"`.execute(
    tx,
  )
  return rows
}

/** Whether the text is still on its way, and this worker's to take there. */
export async function holdsLease(tx: Tx, { organizationId, messageId }: Key, worker: string): Promise<boolean> {
  const { rows } = await sql`
    select from outbound_texts
    where organization_id = ${organizationId} and message_id = ${messageId}
      and leased_by = ${worker} and leased_until > now()
    for update`.execute(tx)
  return rows.length > 0
}

/** Committed before the carrier is called: whoever finds this after a crash asks the carrier first. */
export async function markHanded(tx: Tx, { organizationId, messageId }: Key): Promise<Date> {
  const row = await tx
    .updateTable('outbound_texts')
    .set({ handed_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .returning('handed_at')
    .executeTakeFirstOrThrow()
  if (row.handed_at === null) throw new Error('A text was handed over at no time.')
  return row.handed_at
}

/** Tried again later. `isUnknown` leaves the mark that the carrier may have it. */
export async function postpone(
  tx: Tx,
  { organizationId, messageId }: Key,
  { delayMs, isUnknown }: { delayMs: number; isUnknown: boolean },
): Promise<void> {
  await tx
    .updateTable('outbound_texts')
    .set({
      due_at: inMs(delayMs),
      leased_by: null,
      leased_until: null,
      ...(isUnknown ? {} : { handed_at: null }),
    })
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .execute()
}

/** Not now: it counts as queued from when it may leave, as if it had been written then. */
export async function holdText(tx: Tx, { organizationId, messageId }: Key, heldMs: number): Promise<void> {
  await tx
    .updateTable('outbound_texts')
    .set({ queued_at: inMs(heldMs), due_at: inMs(heldMs), leased_by: null, leased_until: null, handed_at: null })
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .execute()
}

/** What waits in a conversation is looked at now, whatever it waited for. */
export async function hurryTexts(
  tx: Tx,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<void> {
  await tx
    .updateTable('outbound_texts')
    .set({ due_at: inMs(0) })
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('handed_at', 'is', null)
    .execute()
}

/**
 * Above organizations: given up before the lease ends, where this worker still has it. One that may have been handed over
 * waits longer, until the carrier shows what it took.
 */
export async function releaseLease(
  tx: Tx,
  { organizationId, messageId }: Key,
  { worker, delayMs, handedDelayMs }: { worker: string; delayMs: number; handedDelayMs: number },
): Promise<void> {
  await sql`
    update outbound_texts
    set leased_by = null, leased_until = null,
      due_at = now() + case when handed_at is null
        then make_interval(secs => ${delayMs / 1000}) else make_interval(secs => ${handedDelayMs / 1000}) end
    where organization_id = ${organizationId} and message_id = ${messageId} and leased_by = ${worker}`.execute(tx)
}

/** Its fate is known. */
export async function dequeue(tx: Tx, { organizationId, messageId }: Key): Promise<void> {
  await tx
    .deleteFrom('outbound_texts')
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .execute()
}
