/** Reads the journal of causes, and moves an organization's place in it. */
import { type Cause, hears, isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import type { Facts } from '@foyer/contracts/automations/facts.rules.ts'
import type { Version } from '@foyer/contracts/automations/judge.rules.ts'
import { triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'

export interface Cursor {
  readonly organizationId: string
  readonly seq: number
  readonly nth: number
  /** Leases since the last cause that was judged, including the current one. */
  readonly failures: number
}

/** Moments are judged when they come; each cause of them has the name of its trigger. */
const TIMED = triggerKinds.filter(isTimed)
/** The first seq of those after a place for which a rule was in force; null without one. */
const firstHeard = (organizationId: RawBuilder<unknown>, seq: RawBuilder<unknown>) => sql`(
  select min(span.from_seq) from automation_spans as span
  where span.organization_id = ${organizationId} and (span.to_seq is null or span.to_seq > ${seq}))`
const listed = (row: string) => sql`${sql.ref(`${row}.kind`)} <> all(${sql.lit(`{${TIMED.join()}}`)}::text[])`

export const automationCursors = createQueue<Cursor>({
  table: 'automation_cursors',
  topic: 'causes',
  key: { organizationId: 'organization_id' },
  fields: { seq: 'seq', nth: 'nth', failures: 'failures' },
  due: 'next_attempt_at',
  // Exactly those of which `lockPlace` reads a cause: any other would be leased again and again.
  open: sql`exists (
    select from causes where causes.organization_id = waiting.organization_id
      and (causes.seq, causes.nth) > (waiting.seq, waiting.nth) and ${listed('causes')}
      and causes.seq >= ${firstHeard(sql`waiting.organization_id`, sql`waiting.seq`)})`,
  attempts: 'failures',
})

/** A new organization's journal is read from its beginning. One statement. */
export async function addCursors(queries: Queries): Promise<void> {
  await sql`
    insert into automation_cursors (organization_id, seq, nth)
    select id, 0, 0 from organizations
    where not exists (select from automation_cursors as cursor where cursor.organization_id = organizations.id)
    on conflict do nothing`.execute(queries)
}

export interface PlacedCause {
  readonly cause: Cause
  readonly nth: number
}

export interface VersionInSpan extends Version {
  readonly from: number
  readonly to: number | null
  readonly tell: readonly string[]
}

export interface Place {
  readonly seq: number
  readonly nth: number
  readonly causes: readonly PlacedCause[]
  /** Those that are in force for one of the causes, in the order of the list. */
  readonly versions: readonly VersionInSpan[]
}

/** Locks the cursor and reads the next causes with the versions in force; undefined if the worker has lost its lease. */
export async function lockPlace(
  tx: Tx,
  organizationId: string,
  { worker, limit }: { readonly worker: string; readonly limit: number },
): Promise<Place | undefined> {
  const { rows } = await sql<{ seq: number; nth: number; causes: CauseRow[]; versions: VersionInSpan[] }>`
    with place as materialized (
      select seq, nth from automation_cursors
      where organization_id = ${organizationId} and ${automationCursors.heldBy(worker)} for update
    ), next as materialized (
      select ${CAUSE_COLUMNS} from causes as c, place
      where c.organization_id = ${organizationId} and (c.seq, c.nth) > (place.seq, place.nth) and ${listed('c')}
        and c.seq >= ${firstHeard(sql`${organizationId}`, sql`place.seq`)}
      order by c.seq, c.nth limit ${limit}
    )
    select place.seq, place.nth,
      (select coalesce(json_agg(next order by next.seq, next.nth), '[]') from next) as causes,
      (select coalesce(json_agg(${VERSION_JSON} order by a.position, a.id, s.from_seq), '[]')
        from automation_spans as s ${OF_SPAN}
        where s.organization_id = ${organizationId} and s.from_seq <= (select max(next.seq) from next)
          and (s.to_seq is null or s.to_seq > (select min(next.seq) from next))) as versions
    from place`.execute(tx)
  const [row] = rows
  return row && { ...row, causes: row.causes.map((one) => ({ cause: causeOf(one), nth: one.nth })) }
}

const VERSION_JSON: RawBuilder<VersionInSpan> = sql`json_build_object(
  'automationId', a.id, 'name', a.name, 'number', v.number, 'definition', v.definition, 'inForce', true,
  'isStopped', a.state = 'stopped', 'from', s.from_seq, 'to', s.to_seq, 'tell', a.tell,
  'onSince', (extract(epoch from s.on_since) * 1000)::bigint)`
const OF_SPAN = sql`
  join automation_versions as v
    on v.organization_id = s.organization_id and v.automation_id = s.automation_id and v.number = s.number
  join automations as a on a.organization_id = s.organization_id and a.id = s.automation_id`

/** Those in force for the cause that hear it, in the order of the list. */
export function hearing(versions: readonly VersionInSpan[], cause: Cause): readonly VersionInSpan[] {
  return versions.filter(
    ({ automationId, definition, from, to }) =>
      from <= cause.seq && (to === null || cause.seq < to) && hears(automationId, definition.trigger, cause),
  )
}

/** Moves the cursor of a worker that still has the lease. False if another one has it, or has judged the cause. */
export async function moveCursor(
  tx: Tx,
  { organizationId, seq, nth }: Pick<Cursor, 'organizationId' | 'seq' | 'nth'>,
  worker: string,
): Promise<boolean> {
  const { rows } = await sql`
    update automation_cursors set seq = ${seq}, nth = ${nth}, failures = 0
    where organization_id = ${organizationId} and ${automationCursors.heldBy(worker)}
      and (seq, nth) < (${seq}::bigint, ${nth}::int)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Keeps the facts by which a cause was judged, without the patient's words: these stand in the message. */
export function keepFacts(tx: Tx, organizationId: string, { id }: Cause, facts: Facts): void {
  const kept: Facts = { ...facts, message: facts.message && { ...facts.message, text: '' } }
  sendUnawaited(
    tx,
    tx
      .updateTable('causes')
      .set({ facts: JSON.stringify(kept), judged_at: new Date(facts.at) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id),
  )
}

const CAUSE_COLUMNS = sql`c.id, c.seq, c.nth, c.kind, c.subject_kind, c.subject_id, c.conversation_id, c.patient_id,
  c.appointment_id, c.message_id, c.at, c.data, c.chain`

interface CauseRow {
  readonly id: string
  readonly seq: number
  readonly nth: number
  readonly kind: Cause['kind']
  readonly subject_kind: Cause['subject']['kind']
  readonly subject_id: string
  readonly conversation_id: string | null
  readonly patient_id: string | null
  readonly appointment_id: string | null
  readonly message_id: string | null
  readonly at: string
  readonly data: object
  readonly chain: readonly string[]
}

function causeOf(row: CauseRow): Cause {
  return {
    ...{ id: row.id, seq: row.seq, at: Date.parse(row.at), kind: row.kind, data: row.data, chain: row.chain },
    ...{ subject: { kind: row.subject_kind, id: row.subject_id }, conversationId: row.conversation_id },
    ...{ patientId: row.patient_id, appointmentId: row.appointment_id, messageId: row.message_id },
  } as Cause
}

/** The automations that led to a text, by the run that sent it. */
export async function chainOfMessage(tx: Tx, organizationId: string, messageId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ cause: Cause; automationId: string }>`
    select cause, automation_id as "automationId" from automation_runs
    where organization_id = ${organizationId} and message_ids @> array[${messageId}] limit 1`.execute(tx)
  return rows.flatMap(({ cause, automationId }) => [...cause.chain, automationId])
}

/** The version of the automation that is in force now. */
export async function openVersion(
  tx: Tx,
  organizationId: string,
  automationId: string,
): Promise<VersionInSpan | undefined> {
  const { rows } = await sql<{ version: VersionInSpan }>`
    select ${VERSION_JSON} as version from automation_spans as s ${OF_SPAN}
    where s.organization_id = ${organizationId} and s.automation_id = ${automationId} and s.to_seq is null`.execute(tx)
  return rows[0]?.version
}

/** Those of the causes that the journal does not hold, in their order. */
export async function notInJournal<One extends Cause>(
  tx: Tx,
  organizationId: string,
  causes: readonly One[],
): Promise<readonly One[]> {
  if (causes.length === 0) return causes
  const { rows } = await sql<{ id: string }>`
    select id from causes where organization_id = ${organizationId}
      and id = any(${causes.map(({ id }) => id)}::text[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return causes.filter(({ id }) => !known.has(id))
}

/** Writes the cause of a moment; false if it is in the journal. */
export async function writeCause(tx: Tx, organizationId: string, cause: Cause): Promise<boolean> {
  const row = await tx
    .insertInto('causes')
    .values({
      ...{ organization_id: organizationId, id: cause.id, seq: cause.seq, nth: -1, kind: cause.kind },
      ...{ subject_kind: cause.subject.kind, subject_id: cause.subject.id, conversation_id: cause.conversationId },
      ...{ patient_id: cause.patientId, appointment_id: cause.appointmentId, message_id: null },
      ...{ at: new Date(cause.at), data: JSON.stringify(cause.data), chain: [...cause.chain] },
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
