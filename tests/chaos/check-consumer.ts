/** A log consumer handles every event of every log once and in order, whatever failed. */
import { until } from '../support/until.ts'
import { isOfNewType } from './additions.ts'
import { CLINICS } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import { READER } from './log-reader.ts'
import type { Store } from './store.ts'

interface Place {
  readonly epoch: string
  readonly seq: number
}

interface LogAndNotes {
  /** The consumer's place in the log; null before the consumer has one. */
  readonly cursor: number | null
  readonly head: number
  /** In the log's order. */
  readonly events: readonly (Place & { readonly type: string })[]
  /** In the order in which the consumer handled them. */
  readonly handled: readonly Place[]
}

/** A killed process keeps its lease on a cursor for 10 s. */
const CAUGHT_UP_WITHIN_MS = 40_000

/** Waits until the consumer has reached the heads, and compares. Events stay in the log until a restore begins a new epoch. */
export async function checkConsumer(
  store: Pick<Store, 'ask'>,
  ledger: Ledger,
  withinMs = CAUGHT_UP_WITHIN_MS,
): Promise<void> {
  for (const { id } of CLINICS) {
    await until(async () => isCaughtUp(await readNotes(store, id)), withinMs).catch(() =>
      ledger.violate('I20', `the log consumer has not reached the head of ${id} after ${withinMs} ms of rest`),
    )
    const found = await readNotes(store, id)
    for (const words of judgeNotes(found)) ledger.violate('I20', `${id}: ${words}`)
    ledger.count('events in the notes of the log consumer', found.handled.length)
  }
}

const isCaughtUp = ({ cursor, head }: LogAndNotes) => cursor === head

/** One statement reads one snapshot. */
async function readNotes(store: Pick<Store, 'ask'>, id: string): Promise<LogAndNotes> {
  const [found] = await store.ask<LogAndNotes>(
    `select seq::int as head,
       (select seq::int from log_cursors where organization_id = $1 and consumer = $2) as cursor,
       (select coalesce(json_agg(json_build_object('seq', seq, 'epoch', epoch, 'type', type) order by seq), '[]')
          from events where organization_id = $1) as events,
       (select coalesce(json_agg(json_build_object('seq', seq, 'epoch', epoch) order by place), '[]')
          from handled_events where organization_id = $1) as handled
     from organization_heads where organization_id = $1`,
    [id, READER],
  )
  if (!found) throw new Error('The store says nothing.')
  return found
}

export function judgeNotes({ cursor, events, handled }: LogAndNotes): string[] {
  const nameOf = ({ epoch, seq }: Place) => `${epoch} ${seq}`
  const inLog = new Set(events.map(nameOf))
  const noted = new Set(handled.map(nameOf))
  const oldest = events[0]?.seq ?? Number.POSITIVE_INFINITY
  // An event of a type that only a newer build knows is given to no consumer.
  const lost = events.filter((event) => event.seq <= (cursor ?? 0) && !isOfNewType(event) && !noted.has(nameOf(event)))
  const strange = handled.filter((event) => event.seq >= oldest && !inLog.has(nameOf(event)))
  // A sequence number is given once in the life of a store, also over epochs.
  const late = handled.filter(({ seq }, index) => seq <= (handled[index - 1]?.seq ?? 0))
  return [
    ...lost.map((event) => `the event ${nameOf(event)} was never handled`),
    ...strange.map((event) => `the log does not have the handled event ${nameOf(event)}`),
    ...late.map((event) => `the event ${nameOf(event)} was handled a second time or after a later one`),
  ]
}
