/** Automations, their versions and the spans in which these were in force, as they are stored. */
import { isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import { type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { AutomationTable, AutomationVersionTable } from './definitions/definitions.tables.ts'
import { inForce, type StoredAutomation } from './definitions/state.rules.ts'

type Row = Selectable<AutomationTable> & Pick<Selectable<AutomationVersionTable>, 'definition'>

const COLUMNS = sql`
  a.organization_id, a.id, a.name, a.position, a.state, a.stopped_reason, a.active_number, a.draft, a.revision, a.tell,
  a.changed_by, a.changed_by_name, a.changed_at, a.removed_at, a.version::int8 as version, v.definition`
const WITH_VERSION = sql`automations as a left join automation_versions as v
  on v.organization_id = a.organization_id and v.automation_id = a.id and v.number = a.active_number`

const keptSince = (since: Date) => sql`(a.removed_at is null or a.removed_at > ${since})`

/** All automations in their order, and those that were removed since. */
export async function listAutomations(
  tx: Tx,
  organizationId: string,
  since: Date,
): Promise<readonly StoredAutomation[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${WITH_VERSION} where a.organization_id = ${organizationId} and ${keptSince(since)}
    order by a.position, a.id`.execute(tx)
  return rows.map(stateOf)
}

/**
 * The same, locked until the transaction ends against all other changes of automations. The limits and the order are of all of
 * them, so that the acts of staff happen one after another. A run may be written meanwhile: its writer has the head already, for
 * which the caller will wait.
 */
export async function lockAutomations(
  tx: Tx,
  organizationId: string,
  since: Date,
): Promise<readonly StoredAutomation[]> {
  const lock = JSON.stringify(['automations', organizationId])
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx),
    sql<Row>`
      select ${COLUMNS} from ${WITH_VERSION} where a.organization_id = ${organizationId} and ${keptSince(since)}
      order by a.id for no key update of a`.execute(tx),
  ])
  return rows.map(stateOf).toSorted((one, other) => one.position - other.position || (one._id < other._id ? -1 : 1))
}

function stateOf(row: Row): StoredAutomation {
  const { changed_by: id, changed_by_name: name } = row
  return {
    ...{ _id: row.id, organizationId: row.organization_id, name: row.name, position: row.position, state: row.state },
    ...{ stoppedReason: row.stopped_reason, activeNumber: row.active_number, active: row.definition ?? null },
    ...{ draft: row.draft, revision: row.revision, tell: row.tell, changedAt: row.changed_at },
    ...{ changedBy: id === null ? null : { id, name: name ?? '' }, removedAt: row.removed_at, version: row.version },
  }
}

/** Inserts the automation or writes all of its state, without waiting. */
export function saveAutomation(tx: Tx, state: StoredAutomation): void {
  const columns = {
    ...{ name: state.name, position: state.position, state: state.state, stopped_reason: state.stoppedReason },
    ...{ active_number: state.activeNumber, draft: state.draft && JSON.stringify(state.draft) },
    ...{ revision: state.revision, tell: [...state.tell], changed_by: state.changedBy?.id ?? null },
    ...{ changed_by_name: state.changedBy?.name ?? null, changed_at: state.changedAt, removed_at: state.removedAt },
    version: state.version,
  }
  sendUnawaited(
    tx,
    tx
      .insertInto('automations')
      .values({ organization_id: state.organizationId, id: state._id, ...columns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns)),
  )
}

export interface NewVersion {
  readonly why: string
  readonly fromNumber: number | null
  readonly endsWaiting: boolean
}

/** Writes the newest version of an automation whose state names it, without waiting. */
export function addVersion(tx: Tx, state: StoredAutomation, { why, fromNumber, endsWaiting }: NewVersion): void {
  if (state.activeNumber === null) throw new Error('A version needs a number.')
  sendUnawaited(
    tx,
    tx.insertInto('automation_versions').values({
      ...{ organization_id: state.organizationId, automation_id: state._id, number: state.activeNumber },
      ...{ definition: JSON.stringify(state.active), why, from_number: fromNumber, ends_waiting: endsWaiting },
      ...{ made_by: state.changedBy?.id ?? null, made_by_name: state.changedBy?.name ?? null },
      published_at: state.changedAt,
    }),
  )
}

/** The version in force before is so for causes below the seq, and the one after from it on. Sent without waiting. */
export function moveSpans(tx: Tx, before: StoredAutomation | null, after: StoredAutomation, seq: number): void {
  const [ends, begins] = [before && inForce(before), inForce(after)]
  if (ends === begins) return
  const { organizationId, _id } = after
  // A rule that is switched on looks at no time before.
  if (ends === null || begins === null) forgetClock(tx, organizationId, _id)
  if (begins !== null && after.active !== null && isTimed(after.active.trigger.kind)) beginClock(tx, after)
  if (ends !== null)
    sendUnawaited(
      tx,
      tx
        .updateTable('automation_spans')
        .set({ to_seq: seq })
        .where('organization_id', '=', organizationId)
        .where('automation_id', '=', _id)
        .where('to_seq', 'is', null),
    )
  if (begins !== null) {
    // A new version goes on with the time of the one before.
    const former = sql<Date | null>`(select on_since from automation_spans
      where organization_id = ${organizationId} and automation_id = ${_id} and to_seq = ${seq})`
    const on_since = ends === null ? after.changedAt : former
    const span = { organization_id: organizationId, automation_id: _id, number: begins, from_seq: seq, to_seq: null }
    sendUnawaited(tx, tx.insertInto('automation_spans').values({ ...span, on_since }))
  }
}

/** Its moments count from the switching on, whenever a worker first looks. */
function beginClock(tx: Tx, { organizationId, _id, changedAt }: StoredAutomation): void {
  const clock = { organization_id: organizationId, automation_id: _id, begun_at: changedAt, swept_to: changedAt }
  const insert = tx.insertInto('automation_clocks').values(clock)
  sendUnawaited(
    tx,
    insert.onConflict((conflict) => conflict.doNothing()),
  )
}

function forgetClock(tx: Tx, organizationId: string, automationId: string): void {
  sendUnawaited(
    tx,
    tx
      .deleteFrom('automation_clocks')
      .where('organization_id', '=', organizationId)
      .where('automation_id', '=', automationId),
  )
}

export type StoredVersion = Selectable<AutomationVersionTable>

/** Newest first. */
export async function listVersions(
  tx: Tx,
  { organizationId, automationId }: { readonly organizationId: string; readonly automationId: string },
): Promise<readonly StoredVersion[]> {
  return tx
    .selectFrom('automation_versions')
    .select(['organization_id', 'automation_id', 'number', 'definition', 'why', 'from_number', 'ends_waiting'])
    .select(['made_by', 'made_by_name', 'published_at'])
    .where('organization_id', '=', organizationId)
    .where('automation_id', '=', automationId)
    .orderBy('number', 'desc')
    .execute()
}
