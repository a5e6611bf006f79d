/** Figures of a chatbot's sessions, from ids and times alone. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export interface Span {
  readonly organizationId: string
  readonly flowId: string
  readonly from: Date
  readonly until: Date
  /** Null for all versions. */
  readonly version: number | null
}

export async function countSessions(tx: Tx, { organizationId, flowId, from, until, version }: Span) {
  const { rows } = await sql<{ as: string | null; started: number; ended: number }>`
    select ended_as as "as",
      count(*) filter (where started_at >= ${from} and started_at < ${until})::int as started,
      count(*) filter (where ended_at >= ${from} and ended_at < ${until})::int as ended
    from chatbot_sessions
    where organization_id = ${organizationId} and flow_id = ${flowId}
      and (${version}::int is null or version_number = ${version})
      and (ended_at is null or ended_at >= ${from})
    group by ended_as`.execute(tx)
  return {
    started: rows.reduce((sum, { started }) => sum + started, 0),
    ended: Object.fromEntries(rows.flatMap(({ as, ended }) => (as !== null && ended > 0 ? [[as, ended]] : []))),
  }
}

interface PassedPort {
  readonly nodeId: string
  /** Null where the session ended in the block. */
  readonly port: string | null
  readonly passed: number
}

export async function countPassages(tx: Tx, span: Span): Promise<PassedPort[]> {
  const { rows } = await sql<PassedPort>`
    select node_id as "nodeId", port, count(*)::int as passed from chatbot_passages where ${within(span)}
    group by node_id, port order by node_id, port`.execute(tx)
  return rows
}

export async function medianSeconds(tx: Tx, span: Span): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ nodeId: string; seconds: number }>`
    select node_id as "nodeId",
      (percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)))::float8 as seconds
    from chatbot_passages where ${within(span)} group by node_id`.execute(tx)
  return new Map(rows.map(({ nodeId, seconds }) => [nodeId, seconds]))
}

function within({ organizationId, flowId, from, until, version }: Span) {
  return sql`organization_id = ${organizationId} and flow_id = ${flowId} and left_at >= ${from} and left_at < ${until}
    and (${version}::int is null or version_number = ${version})`
}
