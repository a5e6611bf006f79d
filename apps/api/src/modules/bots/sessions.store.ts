/** Sessions of chatbots as they are stored. */
import type { EndedAs, FlowContext } from '@foyer/contracts/chatbot/config.rules.ts'
import { freshContext } from '@foyer/contracts/chatbot/config.rules.ts'
import type { BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import type { SessionSnapshot } from '@foyer/flow/run.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { createQueue, inMs } from '../../workers/queue.ts'
import type { Asking, BotPassageTable, BotSessionTable } from './bots.tables.ts'

export interface SessionState {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly flowId: string
  readonly version: number
  readonly snapshot: SessionSnapshot
  readonly nodeId: string | null
  readonly step: number
  readonly startedAt: Date
  readonly since: Date
  /** Null before its first step. */
  readonly language: BotLanguage | null
  /** The last step knew the patient as verified. */
  readonly verified: boolean
  /** The patient who wrote the code that was texted. */
  readonly verifiedAs: string | null
  readonly asking: Asking | null
  /** A step in the chat is one, however many bubbles it has. */
  readonly texts: number
  /** The message that introduced the assistant; null before it, and for sessions that began before this was kept. */
  readonly introducedIn: string | null
  /** The times of its newest texts, the oldest first, in milliseconds. */
  readonly spokeAt: readonly number[]
  /** The patient's words that were not understood, for the note of a hand-over. */
  readonly notUnderstood: readonly string[]
  /** By the store's clock. */
  readonly dueAt: Date | null
  readonly dueEvent: string | null
  readonly endedAt: Date | null
  readonly endedAs: EndedAs | null
}

export interface DueSession {
  readonly organizationId: string
  readonly id: string
  readonly conversationId: string
  readonly step: number
}

const SOON_MS = 15_000

/** The store's clock decides which sessions are due. */
export const dueSessions = createQueue<DueSession>({
  table: 'chatbot_sessions',
  topic: 'bots',
  key: { organizationId: 'organization_id', id: 'id' },
  fields: { conversationId: 'conversation_id', step: 'step' },
  open: sql`waiting.ended_at is null and waiting.due_at is not null`,
  attempts: 'attempts',
})

const COLUMNS = [
  ...([
    'organization_id',
    'id',
    'conversation_id',
    'flow_id',
    'version_number',
    'value',
    'context',
    'node_id',
  ] as const),
  ...(['step', 'started_at', 'since', 'language', 'verified', 'texts', 'not_understood', 'due_at'] as const),
  ...(['due_event', 'ended_at', 'ended_as', 'verified_patient', 'asking', 'introduced_in', 'spoke_at'] as const),
] satisfies (keyof BotSessionTable)[]

type Row = Pick<Selectable<BotSessionTable>, (typeof COLUMNS)[number]>

function sessionsOf(tx: Tx, organizationId: string) {
  return tx.selectFrom('chatbot_sessions').select(COLUMNS).where('organization_id', '=', organizationId)
}

/** Locked until the transaction ends, after its conversation. */
export async function lockSession(tx: Tx, organizationId: string, id: string): Promise<SessionState | undefined> {
  const row = await sessionsOf(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && stateOf(row)
}

/** The last session of a conversation. */
export async function findLastSession(
  tx: Tx,
  organizationId: string,
  conversationId: string,
): Promise<SessionState | undefined> {
  const row = await sessionsOf(tx, organizationId)
    .where('conversation_id', '=', conversationId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && stateOf(row)
}

export async function countRunning(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from chatbot_sessions
    where organization_id = ${organizationId} and ended_at is null`.execute(tx)
  return rows[0]?.running ?? 0
}

/**
 * Inserts the session or writes all of it. A lease of it ends. It is due after `dueAfterMs` by the store's clock; undefined leaves
 * the time as it is.
 */
export function saveSession(tx: Tx, state: SessionState, dueAfterMs: number | null | undefined): void {
  const due = dueAfterMs === undefined ? state.dueAt : dueAfterMs === null ? null : inMs(dueAfterMs)
  const { organization_id, id, ...columns } = { ...rowOf(state), due_at: due }
  sendUnawaited(
    tx,
    tx
      .insertInto('chatbot_sessions')
      .values({ organization_id, id, ...columns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns)),
  )
  // The worker finds a later time when it looks again.
  if (typeof dueAfterMs === 'number' && dueAfterMs < SOON_MS) dueSessions.wake(tx)
}

/** The flow's running sessions become due now: the worker hands them to a person. */
export function makeFlowDue(tx: Tx, organizationId: string, flowId: string, event: string): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('chatbot_sessions')
      .set({ due_at: sql`now()`, due_event: event })
      .where('organization_id', '=', organizationId)
      .where('flow_id', '=', flowId)
      .where('ended_at', 'is', null),
  )
  dueSessions.wake(tx)
}

/** The session asks its question again as soon as a worker takes it, and then waits on as before. */
export function askAgainSoon(tx: Tx, organizationId: string, id: string): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('chatbot_sessions')
      .set({
        due_at: sql`now()`,
        due_event: sql`'ASK_AGAIN ' || greatest(0, extract(epoch from due_at - now()) * 1000)::bigint || ' ' || due_event`,
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('due_event', 'like', 'xstate.%'),
  )
  dueSessions.wake(tx)
}

export interface Passage {
  readonly nodeId: string
  readonly port: string | null
  readonly enteredAt: Date
  readonly leftAt: Date
}

/** Adds the blocks that a step passed, after those that stand. */
export function addPassages(tx: Tx, session: SessionState, passages: readonly Passage[]): void {
  if (passages.length === 0) return
  const { organizationId, id, flowId, version } = session
  const given = passages.map(({ nodeId, port, enteredAt, leftAt }, place) => ({
    place,
    nodeId,
    port,
    enteredAt,
    leftAt,
  }))
  const query = sql`
    insert into chatbot_passages
      (organization_id, session_id, position, flow_id, version_number, node_id, port, entered_at, left_at)
    select ${organizationId}, ${id}, coalesce((select max(position) from chatbot_passages
        where organization_id = ${organizationId} and session_id = ${id}), 0) + 1 + place,
      ${flowId}, ${version}, "nodeId", port, "enteredAt", "leftAt"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(place int, "nodeId" text, port text, "enteredAt" timestamptz, "leftAt" timestamptz)`
  sendUnawaited(tx, { compile: () => query.compile(tx) })
}

export async function listPassages(
  tx: Tx,
  organizationId: string,
  sessionId: string,
): Promise<Pick<Selectable<BotPassageTable>, 'node_id' | 'entered_at'>[]> {
  return tx
    .selectFrom('chatbot_passages')
    .select(['node_id', 'entered_at'])
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .execute()
}

/** In system scope: erases what patients told to sessions that ended before. */
export async function eraseContexts(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('chatbot_sessions')
    .set({ context: '{}', not_understood: '[]', asking: null })
    .where('ended_at', '<', before)
    .where(sql<boolean>`context <> '{}'`)
    .execute()
}

/** In system scope. */
export async function deletePassages(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('chatbot_passages').where('left_at', '<', before).execute()
}

function stateOf(row: Row): SessionState {
  const context = ('answers' in row.context ? row.context : freshContext) as FlowContext
  return {
    ...{ id: row.id, organizationId: row.organization_id, conversationId: row.conversation_id, flowId: row.flow_id },
    ...{ version: row.version_number, snapshot: { value: row.value, context }, nodeId: row.node_id, step: row.step },
    ...{ startedAt: row.started_at, since: row.since, language: row.language, verified: row.verified },
    ...{ verifiedAs: row.verified_patient, asking: row.asking, introducedIn: row.introduced_in, spokeAt: row.spoke_at },
    ...{ texts: row.texts, notUnderstood: row.not_understood, dueAt: row.due_at, dueEvent: row.due_event },
    ...{ endedAt: row.ended_at, endedAs: row.ended_as },
  }
}

function rowOf(state: SessionState): Omit<Insertable<BotSessionTable>, 'due_at'> {
  return {
    ...{ organization_id: state.organizationId, id: state.id, conversation_id: state.conversationId },
    ...{ flow_id: state.flowId, version_number: state.version, value: JSON.stringify(state.snapshot.value) },
    ...{ context: JSON.stringify(state.snapshot.context), node_id: state.nodeId, step: state.step },
    ...{ started_at: state.startedAt, since: state.since, language: state.language ?? 'en', verified: state.verified },
    ...{ texts: state.texts, not_understood: JSON.stringify(state.notUnderstood) },
    ...{ introduced_in: state.introducedIn, spoke_at: JSON.stringify(state.spokeAt) },
    ...{ due_event: state.dueEvent, ended_at: state.endedAt, ended_as: state.endedAs },
    ...{ verified_patient: state.verifiedAs, asking: state.asking && JSON.stringify(state.asking) },
    ...{ leased_by: null, leased_until: null, attempts: 0 },
  }
}
