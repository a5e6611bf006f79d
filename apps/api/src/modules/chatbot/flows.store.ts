/** Chatbots as they are stored. */
import type { ChatbotSave, ListedFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { REVISIONS_KEPT } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { ChatbotFlowTable } from './chatbot.tables.ts'
import { type FlowState, itemOf } from './flow-state.rules.ts'
import { type FlowStart, orderOf } from './starts.rules.ts'

export interface FlowId {
  readonly organizationId: string
  readonly flowId: string
}

export interface StoredFlow {
  readonly state: FlowState
  /** The name of the colleague who saved the draft. */
  readonly draftByName: string | null
}

type Row = Selectable<ChatbotFlowTable> & { readonly by_name: string | null }

const COLUMNS = sql`
  flow.organization_id, flow.id, flow.name, flow.status, flow.draft, flow.revision, flow.draft_by, flow.draft_at,
  flow.channels, flow.errors, flow.warnings, flow.published_version, flow.published_at, flow.published_name, flow.starts,
  flow.start_order, flow.version, case when flow.draft_by is not null then coalesce(saver.name, ${FORMER}) end as by_name`

const SAVER = sql`left join known_staff as saver
  on saver.organization_id = flow.organization_id and saver.user_id = flow.draft_by`

const isDeleted = sql`flow.status = 'archived'`

/** Those that were not deleted, by name, each with the numbers of its sessions. */
export async function listFlows(tx: Tx, organizationId: string, weekAgo: Date): Promise<ListedFlow[]> {
  const { rows } = await sql<Row & ListedFlow['numbers']>`
    select ${COLUMNS}, numbers.running, numbers.finished, numbers."handedOver", numbers."left"
    from chatbot_flows as flow ${SAVER}
    cross join lateral (
      select count(*) filter (where one.ended_at is null)::int as running,
        count(*) filter (where one.ended_as = 'finished')::int as finished,
        count(*) filter (where one.ended_as in ('handedOver', 'exitWord', 'takenOver', 'urgent'))::int as "handedOver",
        count(*) filter (where one.ended_as = 'silent')::int as "left"
      from chatbot_sessions as one
      where one.organization_id = flow.organization_id and one.flow_id = flow.id
        and (one.ended_at is null or one.ended_at > ${weekAgo})
    ) as numbers
    where flow.organization_id = ${organizationId} and not ${isDeleted}
    order by fold_name(flow.name) collate "C", flow.id`.execute(tx)
  return rows.map(({ running, finished, handedOver, left, ...row }) => ({
    ...itemOf(stateOf(row), row.by_name),
    numbers: { running, finished, handedOver, left },
  }))
}

export function findFlow(tx: Tx, of: FlowId): Promise<StoredFlow | undefined> {
  return one(tx, of, sql``)
}

/** The drafts of those that were not deleted. */
export async function listDrafts(tx: Tx, organizationId: string, flowIds: readonly string[]): Promise<Flow[]> {
  const { rows } = await sql<{ draft: Flow }>`
    select flow.draft from chatbot_flows as flow
    where flow.organization_id = ${organizationId} and flow.id = any(${[...flowIds]}) and not ${isDeleted}
    order by flow.id`.execute(tx)
  return rows.map(({ draft }) => draft)
}

/** Locked until the transaction ends. */
export function lockFlow(tx: Tx, of: FlowId): Promise<StoredFlow | undefined> {
  return one(tx, of, sql`for update of flow`)
}

async function one(tx: Tx, { organizationId, flowId }: FlowId, lock: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from chatbot_flows as flow ${SAVER}
    where flow.organization_id = ${organizationId} and flow.id = ${flowId} and not ${isDeleted} ${lock}`.execute(tx)
  return rows[0] && storedOf(rows[0])
}

export async function countFlows(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await sql<{ flows: number }>`
    select count(*)::int as flows from chatbot_flows as flow
    where flow.organization_id = ${organizationId} and not ${isDeleted}`.execute(tx)
  return rows[0]?.flows ?? 0
}

/** Whether a session of the flow runs. */
export async function isRunning(tx: Tx, { organizationId, flowId }: FlowId): Promise<boolean> {
  const { rows } = await sql`
    select from chatbot_sessions
    where organization_id = ${organizationId} and flow_id = ${flowId} and ended_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Writes all of the flow and answers it with the name of its saver. */
export async function saveFlow(tx: Tx, state: FlowState): Promise<StoredFlow> {
  const { rows } = await sql<Row>`
    with flow as (
      insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_by, draft_at, channels, errors,
        warnings, published_version, published_at, published_name, starts, start_order, version)
      values (${state.organizationId}, ${state.id}, ${state.draft.name}, ${state.status}, ${JSON.stringify(state.draft)},
        ${state.revision}, ${state.draftBy}, ${state.draftAt}, ${[...state.channels]}, ${state.errors}, ${state.warnings},
        ${state.publishedVersion}, ${state.publishedAt}, ${state.publishedName}, ${JSON.stringify(state.starts)},
        ${orderOf(state.starts)}, ${state.version})
      on conflict (organization_id, id) do update set name = excluded.name, status = excluded.status,
        draft = excluded.draft, revision = excluded.revision, draft_by = excluded.draft_by, draft_at = excluded.draft_at,
        channels = excluded.channels, errors = excluded.errors, warnings = excluded.warnings,
        published_version = excluded.published_version, published_at = excluded.published_at,
        published_name = excluded.published_name, starts = excluded.starts, start_order = excluded.start_order,
        version = excluded.version
      returning *)
    select ${COLUMNS} from flow ${SAVER}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A chatbot was not stored.')
  return storedOf(row)
}

/** Keeps the draft as a save that can be gone back to, and forgets those of long ago. */
export function keepRevision(tx: Tx, { organizationId, id, revision, draft, draftBy, draftAt }: FlowState): void {
  sendUnawaited(
    tx,
    tx.insertInto('chatbot_revisions').values({
      ...{ organization_id: organizationId, flow_id: id, revision, draft: JSON.stringify(draft) },
      ...{ by_user: draftBy, at: draftAt },
    }),
  )
  sendUnawaited(
    tx,
    tx
      .deleteFrom('chatbot_revisions')
      .where('organization_id', '=', organizationId)
      .where('flow_id', '=', id)
      .where('revision', '<=', revision - REVISIONS_KEPT),
  )
}

/** Newest first, without their content. */
export async function listSaves(tx: Tx, { organizationId, flowId }: FlowId): Promise<ChatbotSave[]> {
  const { rows } = await sql<Pick<ChatbotSave, 'revision' | 'by'> & { at: Date }>`
    select one.revision, one.at, case when one.by_user is not null
        then json_build_object('_id', one.by_user, 'name', coalesce(saver.name, ${FORMER})) end as by
    from chatbot_revisions as one
    left join known_staff as saver on saver.organization_id = one.organization_id and saver.user_id = one.by_user
    where one.organization_id = ${organizationId} and one.flow_id = ${flowId}
    order by one.revision desc`.execute(tx)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export async function findRevision(
  tx: Tx,
  { organizationId, flowId }: FlowId,
  revision: number,
): Promise<Flow | undefined> {
  const row = await tx
    .selectFrom('chatbot_revisions')
    .select('draft')
    .where('organization_id', '=', organizationId)
    .where('flow_id', '=', flowId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.draft
}

export interface LiveFlow {
  readonly flowId: string
  readonly name: string
  readonly version: number
  readonly starts: readonly FlowStart[]
}

/** In the order in which they are asked. */
export async function listLiveFlows(tx: Tx, organizationId: string): Promise<LiveFlow[]> {
  const { rows } = await sql<LiveFlow>`
    select id as "flowId", published_name as name, published_version as version, starts from chatbot_flows
    where organization_id = ${organizationId} and status = 'live' order by start_order, id`.execute(tx)
  return rows
}

function storedOf(row: Row): StoredFlow {
  return { state: stateOf(row), draftByName: row.by_name }
}

function stateOf(row: Selectable<ChatbotFlowTable>): FlowState {
  return {
    ...{ id: row.id, organizationId: row.organization_id, status: row.status, draft: row.draft },
    ...{ revision: row.revision, draftBy: row.draft_by, draftAt: row.draft_at, channels: row.channels },
    ...{ errors: row.errors, warnings: row.warnings, publishedVersion: row.published_version },
    ...{ publishedAt: row.published_at, publishedName: row.published_name, starts: row.starts, version: row.version },
  }
}
