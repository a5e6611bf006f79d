import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Audience, DataOf, EventType } from '@foyer/contracts/event.ts'
import type { Insertable } from 'kysely'
import type { z } from 'zod'
import { entryOf } from '../db/entry.ts'
import { prepared, preparedForRows } from '../db/prepared.ts'
import { liftLockLimit, sendUnawaited } from '../db/transaction.ts'
import type { Tx } from '../db/tx.ts'
import { wake } from '../db/wakes.ts'
import { addCauses, type NewCause, type PlacedCause } from './causes.ts'
import type { EventTable } from './events.tables.ts'

/** The position of a change in its organization's log. */
export interface LogPosition {
  readonly epoch: string
  readonly seq: number
  /** The absolute counts after the change with this `seq`. */
  readonly counts: Counts
  readonly at: Date
}

/** An event that has no `seq` yet; made by `newEvent`. */
export interface NewEvent {
  readonly type: string
  readonly key: string
  readonly audience: Audience
  readonly data: unknown
  /** The causes that automations hear of it. */
  readonly causes?: readonly NewCause[]
}

/** One change: the difference it makes to the counts, and a callback that records it once its `seq` is known. */
export interface Change {
  readonly moved?: Counts
  readonly record: (position: LogPosition) => NewEvent | Promise<NewEvent>
}

/** Changes with consecutive `seq`s that are recorded together, for example because one statement writes all their rows. */
export interface ChangeSet {
  /** One entry per change: the difference it makes to the counts. */
  readonly moved: readonly (Counts | undefined)[]
  /** Returns one event per position. Its first statement must be sent before it awaits anything. */
  readonly recordAll: (positions: readonly LogPosition[]) => Promise<readonly NewEvent[]>
  /** Further causes, for rows that no event of the set tells of. They get the `seq` of the transaction's last event. */
  readonly causes?: readonly NewCause[]
}

interface Log {
  readonly organizationId: string
  readonly at: Date
  /**
   * Sent directly before the head's lock, in the same wait: for a row that many writers of the organization lock. If it
   * throws, nothing is appended.
   */
  readonly beforeHead?: (() => Promise<unknown>) | undefined
  /** No screen waits for these events. The commit rings within a quarter of a second, and so once for many of them. */
  readonly isUnhurried?: boolean
}

const UNHURRIED_MS = 250

/** The most changes in one transaction. More would hold the head's lock for too long, so bulk work uses several transactions. */
export const CHANGES_MAX = 500

/**
 * Appends one event per change to the organization's log. It must be the LAST step of a write transaction, because it
 * locks the head row and every other writer of the organization waits for that lock. Each change gets its own `seq` and
 * is recorded in order, and its rows are written with `version = seq`. The statements of all changes are sent together, so
 * a change can't use what another one returns. Returns the position of the last change, or the current head if there are
 * no changes.
 *
 *     const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, [
 *       { record: async ({ seq }) => newEvent(messageAdded, await saveMessage(tx, message, seq)) },
 *       {
 *         moved: countsMoved(before, after),
 *         record: async ({ seq }) => newEvent(conversationChanged, await save(tx, after, seq)),
 *       },
 *     ])
 *     return { code: 'ok', data, asOf: seq, epoch }
 */
export async function appendEvents(
  tx: Tx,
  { organizationId, at, beforeHead = async () => undefined, isUnhurried = false }: Log,
  changes: readonly (Change | ChangeSet)[],
): Promise<LogPosition> {
  const sets = changes.map(asSet)
  const count = sets.reduce((sum, { moved }) => sum + moved.length, 0)
  if (count > CHANGES_MAX) throw new Error(`A transaction may append at most ${CHANGES_MAX} changes, not ${count}.`)
  const untold = sets.flatMap(({ causes = [] }) => causes)
  if (count === 0) {
    if (untold.length > 0) throw new Error('A cause needs an event.')
    const [, head] = await Promise.all([beforeHead(), readHead(tx, organizationId)])
    return { ...head, at }
  }
  // All changes of the organization wait for its head, whichever rows they are about.
  liftLockLimit(tx)
  const [, [head]] = await Promise.all([beforeHead(), lockHead(tx, { organizationId })])
  if (!head) throw new Error('An organization has no log.')
  let position: LogPosition = { epoch: head.epoch, seq: head.seq, counts: countsOf(head), at }
  const recorded = sets.map(async ({ moved, recordAll }) => {
    const positions = moved.map((by) => {
      position = { ...position, seq: position.seq + 1, counts: by ? addCounts(position.counts, by) : position.counts }
      return position
    })
    const events = await recordAll(positions)
    if (events.length !== positions.length) throw new Error('A change set must record exactly one event per position.')
    return events.map((event, nth) => ({ event, position: positions[nth] ?? position }))
  })
  const placed = (await Promise.all(recorded)).flat()
  const rows = placed.map((one) => row(organizationId, one.position, one.event))
  const { seq, counts } = position
  sendUnawaited(tx, moveHead.with(tx, { organizationId, seq, counts: JSON.stringify(counts) }))
  for (const adding of addRows.with(tx, rows)) sendUnawaited(tx, adding)
  addCauses(tx, organizationId, [...placed.flatMap(causesOf), ...untold.map((cause) => ({ cause, seq, at }))])
  wake(tx, 'events', organizationId, isUnhurried ? UNHURRIED_MS : 0)
  return position
}

function causesOf({ event: { causes = [] }, position: { seq, at } }: Placed): PlacedCause[] {
  return causes.map((cause) => ({ cause, seq, at }))
}

interface Placed {
  readonly event: NewEvent
  readonly position: LogPosition
}

/**
 * Writes the rows of changes without an event each. They get the version of the head, which is not locked: others append
 * meanwhile. The caller owes the log an event of which screens read again, appended after the last of such rows.
 */
export async function recordUntold(
  tx: Tx,
  { organizationId, at }: Pick<Log, 'organizationId' | 'at'>,
  changes: readonly (Change | ChangeSet)[],
): Promise<void> {
  const position: LogPosition = { ...(await readHead(tx, organizationId)), at }
  const recorded = changes.map(asSet).map(async ({ moved, recordAll }) => {
    if (moved.some((by) => by !== undefined)) throw new Error('A change of the counts needs an event.')
    await recordAll(moved.map(() => position))
  })
  await Promise.all(recorded)
}

/**
 * The version of rows that are written without an event each, by a caller that has locked them and waits for nothing more. It is
 * that of the head, which is not locked. A screen's edit is refused if the row changed after the version that the screen shows, so
 * a row that has the head's version already needs a higher one: then `readAgain` is appended at once, for its version.
 */
export async function untoldVersion(
  tx: Tx,
  log: Pick<Log, 'organizationId' | 'at'>,
  { versions, readAgain }: { readonly versions: readonly number[]; readonly readAgain: Change },
): Promise<number> {
  const { seq } = await readHead(tx, log.organizationId)
  if (versions.every((version) => version < seq)) return seq
  return (await appendEvents(tx, log, [readAgain])).seq
}

const lockHead = prepared('lock_head', (queries, { organizationId }: { readonly organizationId: string }) =>
  queries
    .selectFrom('organization_heads')
    .select(['epoch', 'seq', 'counts'])
    .where('organization_id', '=', organizationId)
    .forUpdate(),
)

interface Moved {
  readonly organizationId: string
  readonly seq: number
  readonly counts: string
}

const moveHead = prepared('move_head', (queries, { organizationId, seq, counts }: Moved) =>
  queries.updateTable('organization_heads').set({ seq, counts }).where('organization_id', '=', organizationId),
)

const addRows = preparedForRows('add_events', (queries, rows: readonly EventRow[]) =>
  queries
    .insertInto('events')
    .values(rows.map((row) => Object.fromEntries(EVENT_COLUMNS.map((column) => [column, row[column]])) as EventRow)),
)

function asSet(change: Change | ChangeSet): ChangeSet {
  if ('recordAll' in change) return change
  return {
    moved: [change.moved],
    recordAll: async (positions) => Promise.all(positions.map((position) => change.record(position))),
  }
}

const EVENT_COLUMNS = ['organization_id', 'seq', 'epoch', 'type', 'key', 'audience', 'at', 'counts', 'data'] as const

type EventRow = Insertable<EventTable>

/** Creates an event of this type. The type determines key and audience; fields that it doesn't declare are dropped. */
export function newEvent<Type extends EventType<string, z.ZodType>>(event: Type, data: DataOf<Type>): NewEvent {
  const declared = event.data.parse(data)
  return { type: event.type, key: event.key(declared), audience: event.audience(declared), data: declared }
}

/** The event with what its change caused. */
export function causing(event: NewEvent, causes: readonly NewCause[]): NewEvent {
  return causes.length === 0 ? event : { ...event, causes }
}

/** The causes of rows that no event tells of, to be appended with the transaction's last events. */
export function causedBesides(causes: readonly NewCause[]): ChangeSet[] {
  return causes.length === 0 ? [] : [{ moved: [], recordAll: async () => [], causes }]
}

/** Reads the head of the organization's log. In a REPEATABLE READ transaction it matches the other rows that are read. */
export async function readHead(tx: Tx, organizationId: string): Promise<Omit<LogPosition, 'at'>> {
  const entered = entryOf(tx)
  const head =
    (entered && (await entered)) ??
    (await tx
      .selectFrom('organization_heads')
      .select(['epoch', 'seq', 'counts'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow())
  return { epoch: head.epoch, seq: head.seq, counts: countsOf(head) }
}

/** Completes stored counts: a declared count that was never changed is 0. */
export function countsOf({ counts }: { readonly counts: Counts }): Counts {
  return { ...noCounts, ...counts }
}

function row(organizationId: string, position: LogPosition, { type, key, audience, data }: NewEvent): EventRow {
  return {
    organization_id: organizationId,
    seq: position.seq,
    epoch: position.epoch,
    type,
    key,
    audience,
    at: position.at,
    counts: JSON.stringify(position.counts),
    data: JSON.stringify(data),
  }
}
