import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { sql } from 'kysely'
import { insertAtPlace, type Place } from '../../db/places.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { createQueue, inMs } from '../../workers/queue.ts'
import type { TextKind } from './outbound.tables.ts'

/** A text that one worker hands over while it holds the lease. */
export interface LeasedText {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  readonly kind: TextKind
  readonly attempts: number
  readonly queuedAt: Date
  /** Set if the carrier was called and its answer is unknown. */
  readonly handedAt: Date | null
  /** Set if a look-up since did not find the text, and another one has to confirm it. */
  readonly missedAt: Date | null
  /** The text, if it was checked and leased in the transaction that saved it, so that the carrier can be called at once. */
  readonly ready?: ReadyText
}

/** A text as the carrier is asked to send it. */
export interface ReadyText {
  readonly to: string
  readonly from: string
  readonly body: string
  readonly attachments: readonly Attachment[]
  /** When the quiet hours and the night were judged; without it, the text may leave at any hour. */
  readonly judgedAt?: Date
}

type Key = { readonly organizationId: string; readonly messageId: string }
type Queued = Key & { readonly conversationId: string; readonly kind?: TextKind; readonly heldMs?: number }

type Ready = Key & { readonly conversationId: string; readonly kind: 'staff' | 'campaign' }

const TEXTS = 'texts'

/**
 * Call this in the transaction that saves the message, so that a text is queued exactly if it is saved. A held text
 * counts as queued from the time it may leave.
 */
export function enqueue(tx: Tx, text: Queued): void {
  insert(tx, text)
  if (!text.heldMs) outboundTexts.wake(tx)
}

function insert(tx: Tx, text: Queued): void {
  const leaves = inMs(text.heldMs ?? 0)
  sendUnawaited(
    tx,
    tx.insertInto('outbound_texts').values({
      organization_id: text.organizationId,
      message_id: text.messageId,
      conversation_id: text.conversationId,
      kind: text.kind ?? 'staff',
      queued_at: leaves,
      due_at: leaves,
    }),
  )
}

/**
 * Queues a text that its transaction has checked as a handover does. A worker of this process that has room gets its lease and
 * calls the carrier directly after the commit: the text counts as handed over from then on. One behind another text of its
 * conversation waits as any does. The caller has locked the conversation.
 */
export function enqueueReady(tx: Tx, text: Ready, ready: ReadyText): void {
  insertAtPlace(tx, TEXTS, {
    isBulk: text.kind === 'campaign',
    async insert(place) {
      if (place !== null) return insertLeased(tx, text, place, ready)
      insert(tx, text)
      return null
    },
    wakeInstead: () => outboundTexts.wake(tx),
  })
}

async function insertLeased(
  tx: Tx,
  { organizationId, messageId, conversationId, kind }: Ready,
  { worker, leaseS }: Place,
  ready: ReadyText,
): Promise<LeasedText | null> {
  const { rows } = await sql<Pick<LeasedText, 'queuedAt' | 'handedAt'>>`
    with place as (
      select not exists (select from outbound_texts
        where organization_id = ${organizationId} and conversation_id = ${conversationId}) as first)
    insert into outbound_texts
      (organization_id, message_id, conversation_id, kind, queued_at, due_at, leased_by, leased_until, attempts, handed_at)
    select ${organizationId}, ${messageId}, ${conversationId}, ${kind}, now(), now(), case when first then ${worker} end,
      case when first then clock_timestamp() + make_interval(secs => ${leaseS}) end, first::int, case when first then now() end
    from place
    returning queued_at as "queuedAt", handed_at as "handedAt"`.execute(tx)
  const [row] = rows
  if (!row?.handedAt) return null
  return { organizationId, messageId, conversationId, kind, attempts: 1, missedAt: null, ...row, ready }
}

/**
 * The queue of texts, soonest first. Only the first text of each conversation is open, so any number of workers keeps
 * the order. A text that is held for the morning does not block the ones after it, and a campaign's blocks none of others.
 */
export const outboundTexts = createQueue<LeasedText>({
  table: 'outbound_texts',
  topic: TEXTS,
  key: { organizationId: 'organization_id', messageId: 'message_id' },
  fields: {
    conversationId: 'conversation_id',
    kind: 'kind',
    attempts: 'attempts',
    queuedAt: 'queued_at',
    handedAt: 'handed_at',
    missedAt: 'missed_at',
  },
  open: sql`not exists (
    select from outbound_texts as earlier
    where earlier.organization_id = waiting.organization_id and earlier.conversation_id = waiting.conversation_id
      and earlier.position < waiting.position
      and not (earlier.kind in ('proactive', 'campaign') and earlier.due_at > now() and earlier.handed_at is null)
      and not (earlier.kind = 'campaign' and waiting.kind <> 'campaign' and earlier.handed_at is null
        and (earlier.leased_until is null or earlier.leased_until < now())))`,
  attempts: 'attempts',
  // The handover checks the lease under the row's lock before it marks the text, and that commit waits for the disk.
  mayLoseLease: true,
})

/** Commit this before the carrier is called: after a crash the next worker asks the carrier first. */
export function markHanded(tx: Tx, { organizationId, messageId }: Key): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('outbound_texts')
      .set({ handed_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('message_id', '=', messageId),
  )
}

/** Commit this before the text is sent again: after a crash it is looked up twice again. */
export function forgetMiss(tx: Tx, { organizationId, messageId }: Key): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('outbound_texts')
      .set({ missed_at: null })
      .where('organization_id', '=', organizationId)
      .where('message_id', '=', messageId),
  )
}

/** The carrier was called for the queued text of this alias of `messages`, and its answer is not stored yet. */
export const isWithCarrier = (
  message: 'messages' | 'later',
) => sql<boolean>`(${sql.ref(`${message}.status`)} = 'queued' and exists (
  select from outbound_texts as handed
  where handed.organization_id = ${sql.ref(`${message}.organization_id`)}
    and handed.message_id = ${sql.ref(`${message}.id`)} and handed.handed_at is not null))`

/** A text that leaves later than this waits for the morning. */
const HELD_AFTER = sql`interval '5 minutes'`

/** How many texts of the organization's campaigns are on their way to the carrier, without those that wait for the morning. */
export async function countCampaignTexts(tx: Tx, organizationId: string): Promise<number> {
  const { texts } = await tx
    .selectFrom('outbound_texts')
    .select(sql<number>`count(*)::int`.as('texts'))
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'campaign')
    .where(sql<boolean>`(handed_at is not null or due_at <= now() + ${HELD_AFTER})`)
    .executeTakeFirstOrThrow()
  return texts
}

/** The texts of the organization's campaigns that no worker has wait for `delayMs` at least. */
export async function postponeCampaignTexts(tx: Tx, organizationId: string, delayMs: number): Promise<void> {
  await tx
    .updateTable('outbound_texts')
    .set({ due_at: inMs(delayMs) })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'campaign')
    .where('handed_at', 'is', null)
    .where('leased_by', 'is', null)
    .where('due_at', '<', inMs(delayMs))
    .execute()
}

export interface Later {
  readonly delayMs: number
  /** Keeps the mark that the carrier may have the text. */
  readonly isUnknown: boolean
  /** A look-up did not find the text. */
  readonly isMissed?: boolean
}

/** Schedules another try. */
export function postpone(
  tx: Tx,
  text: LeasedText,
  { worker, delayMs, isUnknown, isMissed = false }: Later & { worker: string },
): Promise<boolean> {
  wakeForNext(tx, text)
  // The carrier's limit is no fault of a campaign's text.
  const isUntried = text.kind === 'campaign' && !isUnknown
  return outboundTexts.release(tx, text, {
    worker,
    delayMs,
    isUntried,
    set: { missed_at: isMissed ? sql<Date>`now()` : null, ...(!isUnknown && { handed_at: null }) },
  })
}

/** Holds the text. It counts as queued from the time it may leave, as if it were written then. */
export function holdText(
  tx: Tx,
  text: LeasedText,
  { worker, heldMs }: { worker: string; heldMs: number },
): Promise<boolean> {
  wakeForNext(tx, text)
  const set = { queued_at: inMs(heldMs), handed_at: null }
  return outboundTexts.release(tx, text, { worker, delayMs: heldMs, set })
}

/** The conversation's next text waits for a text that a worker has, and may pass a proactive or a campaign's one that is not due. */
function wakeForNext(tx: Tx, { kind }: LeasedText): void {
  if (kind === 'proactive' || kind === 'campaign') outboundTexts.wake(tx)
}

/** Makes the conversation's waiting texts due, whatever they waited for. */
export function makeDueNow(
  tx: Tx,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<void> {
  return makeAllDueNow(tx, organizationId, [conversationId])
}

/** Does the same for several conversations. */
export async function makeAllDueNow(tx: Tx, organizationId: string, conversationIds: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('outbound_texts')
    .set({ due_at: inMs(0) })
    .where('organization_id', '=', organizationId)
    .where('conversation_id', 'in', conversationIds)
    .where('handed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) outboundTexts.wake(tx)
}

/**
 * System scope: releases the lease after the worker failed. A text that may have been handed over waits longer, until
 * the carrier lists it.
 */
export function giveBack(
  queries: Queries,
  text: LeasedText,
  { worker, delayMs, handedDelayMs }: { worker: string; delayMs: number; handedDelayMs: number },
): Promise<boolean> {
  const waitMs = sql<number>`case when handed_at is null then ${delayMs}::float8 else ${handedDelayMs}::float8 end`
  return outboundTexts.release(queries, text, { worker, delayMs: waitMs })
}

/** System scope. */
export async function findOrganizationOfQueued(tx: Queries, messageId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('outbound_texts')
    .select('organization_id')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.organization_id
}

/**
 * Removes a text whose outcome is known, so that the conversation's next text may leave. The caller holds the
 * conversation's lock, so no other transaction queues a text of it meanwhile.
 */
export async function dequeue(tx: Tx, { organizationId, messageId }: Key): Promise<void> {
  const removed = await tx
    .deleteFrom('outbound_texts as removed')
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .returning((eb) =>
      eb
        .exists(
          eb
            .selectFrom('outbound_texts as next')
            .select('next.message_id')
            .whereRef('next.organization_id', '=', 'removed.organization_id')
            .whereRef('next.conversation_id', '=', 'removed.conversation_id')
            .whereRef('next.message_id', '!=', 'removed.message_id'),
        )
        .as('hasNext'),
    )
    .executeTakeFirst()
  if (removed?.hasNext) outboundTexts.wake(tx)
}
