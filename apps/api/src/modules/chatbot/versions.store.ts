/** The published versions of chatbots. */
import type { ChatbotVersion } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { FlowId } from './flows.store.ts'

interface Row extends Omit<ChatbotVersion, 'findings' | 'at'> {
  readonly at: Date
  readonly errors: number
  readonly warnings: number
  readonly content: Flow
}

/** Newest first, or the one of that number. */
export async function listVersions(
  tx: Tx,
  { organizationId, flowId }: FlowId,
  number: number | null = null,
): Promise<{ version: ChatbotVersion; flow: Flow | null }[]> {
  const content = number === null ? sql`null` : sql`v.content`
  const { rows } = await sql<Row>`
    select v.number, v.note, v.at, v.restored_from as "restoredFrom", v.errors, v.warnings, ${content} as content,
      case when v.by_user is not null
        then json_build_object('_id', v.by_user, 'name', coalesce(publisher.name, ${FORMER})) end as by,
      (select count(*)::int from chatbot_sessions as one where one.organization_id = v.organization_id
        and one.flow_id = v.flow_id and one.version_number = v.number and one.ended_at is null) as running
    from chatbot_versions as v
    left join known_staff as publisher on publisher.organization_id = v.organization_id and publisher.user_id = v.by_user
    where v.organization_id = ${organizationId} and v.flow_id = ${flowId}
      and (${number}::int is null or v.number = ${number})
    order by v.number desc`.execute(tx)
  return rows.map(({ at, errors, warnings, content: flow, ...row }) => ({
    version: { ...row, at: at.toISOString(), findings: { errors, warnings } },
    flow,
  }))
}

export async function findVersion(
  tx: Tx,
  { organizationId, flowId }: FlowId,
  number: number,
): Promise<Flow | undefined> {
  const row = await tx
    .selectFrom('chatbot_versions')
    .select('content')
    .where('organization_id', '=', organizationId)
    .where('flow_id', '=', flowId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content
}

/**
 * The version that is live, without content for a chatbot that is not live; undefined for none. A pause, a publishing or a
 * deletion waits until the transaction ends.
 */
export async function findLive(
  tx: Tx,
  of: FlowId,
): Promise<{ version: number | null; content: Flow | null } | undefined> {
  const { rows } = await sql<{ version: number | null; content: Flow | null; isLive: boolean }>`
    select flow.published_version as version, v.content, flow.status = 'live' as "isLive"
    from chatbot_flows as flow
    left join chatbot_versions as v on v.organization_id = flow.organization_id and v.flow_id = flow.id
      and v.number = flow.published_version and flow.status = 'live'
    where flow.organization_id = ${of.organizationId} and flow.id = ${of.flowId} and flow.status <> 'archived'
    for share of flow`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { version, content, isLive } = row
  // After a wait for a publishing, the row has the new number and the version was read before.
  const isNewer = isLive && content === null && version !== null
  return { version, content: isNewer ? ((await findVersion(tx, of, version)) ?? null) : content }
}

/** The live version; null if the chatbot is not live. A pause or a publishing waits until the transaction ends. */
export async function shareLiveVersion(tx: Tx, { organizationId, flowId }: FlowId): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select published_version as version from chatbot_flows
    where organization_id = ${organizationId} and id = ${flowId} and status = 'live' for share`.execute(tx)
  return rows[0]?.version ?? null
}

interface Published extends FlowId {
  readonly number: number
  readonly content: Flow
  readonly note: string
  readonly by: string
  readonly at: Date
  readonly restoredFrom: number | null
  readonly errors: number
  readonly warnings: number
}

export function addVersion(tx: Tx, one: Published): void {
  sendUnawaited(
    tx,
    tx.insertInto('chatbot_versions').values({
      ...{ organization_id: one.organizationId, flow_id: one.flowId, number: one.number, note: one.note },
      ...{ content: JSON.stringify(one.content), by_user: one.by, at: one.at, restored_from: one.restoredFrom },
      ...{ errors: one.errors, warnings: one.warnings },
    }),
  )
}
