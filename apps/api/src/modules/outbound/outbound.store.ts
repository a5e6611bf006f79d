import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { createQueue, inMs } from '../../work/queue.ts'
import type { TextKind } from './outbound.tables.ts'

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
  outboundTexts.wake(tx)
}

/**
 * The texts on their way, soonest first, of each conversation only its first: order is kept however many workers there are. A
 * text that is held for the morning holds up no other one.
 */
export const outboundTexts = createQueue<LeasedText>({
  table: 'outbound_texts',
  topic: 'texts',
  key: { organizationId: 'organization_id', messageId: 'message_id' },
  fields: {
    conversationId: 'conversation_id',
    kind: 'kind',
    attempts: 'attempts',
    queuedAt: 'queued_at',
    handedAt: 'handed_at',
  },
  open: sql`not exists (
    select from outbound_texts as earlier
    where earlier.organization_id = waiting.organization_id and earlier.conversation_id = waiting.conversation_id
      and earlier.position < waiting.position
      and not (earlier.kind = 'unasked' and earlier.due_at > now() and earlier.handed_at is null))`,
  attempts: 'attempts',
})

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
export function postpone(
  tx: Tx,
  text: LeasedText,
  { worker, delayMs, isUnknown }: { worker: string; delayMs: number; isUnknown: boolean },
): Promise<boolean> {
  return outboundTexts.release(tx, text, { worker, delayMs, ...(!isUnknown && { set: { handed_at: null } }) })
}

/** Not now: it counts as queued from when it may leave, as if it had been written then. */
export function holdText(
  tx: Tx,
  text: LeasedText,
  { worker, heldMs }: { worker: string; heldMs: number },
): Promise<boolean> {
  const set = { queued_at: inMs(heldMs), handed_at: null }
  return outboundTexts.release(tx, text, { worker, delayMs: heldMs, set })
}

/** What waits in a conversation is looked at now, whatever it waited for. */
export async function makeDueNow(
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
  outboundTexts.wake(tx)
}

/**
 * In system scope, after the worker failed with it. A text that may have been handed over waits longer, until the carrier
 * lists what it took.
 */
export function giveBack(
  tx: Tx,
  text: LeasedText,
  { worker, delayMs, handedDelayMs }: { worker: string; delayMs: number; handedDelayMs: number },
): Promise<boolean> {
  const waitMs = sql<number>`case when handed_at is null then ${delayMs}::float8 else ${handedDelayMs}::float8 end`
  return outboundTexts.release(tx, text, { worker, delayMs: waitMs })
}

/** In the system scope. */
export async function findOrganizationOfQueued(tx: Tx, messageId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('outbound_texts')
    .select('organization_id')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.organization_id
}

/** Its fate is known; the next text of the conversation may leave. */
export async function dequeue(tx: Tx, { organizationId, messageId }: Key): Promise<void> {
  await tx
    .deleteFrom('outbound_texts')
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .execute()
  outboundTexts.wake(tx)
}
