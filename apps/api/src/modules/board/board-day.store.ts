/** The figures of a day, counted from the rows. */

import { LATE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import type { BoardDay } from '@foyer/contracts/board/board.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'

export type Figures = Omit<BoardDay, 'version'>

interface Asked {
  readonly organizationId: string
  readonly day: string
  readonly from: Date
  readonly until: Date
  readonly now: Date
}

interface Row {
  readonly received: number
  readonly sent: number
  readonly failed: number
  readonly typical: number | null
  readonly within: number
  readonly replies: number
  readonly visits: number
  readonly confirmed: number
  readonly to_chase: number
  readonly loads: Record<string, number>
}

/** Counts the day so far, in one statement. The day's messages are found by an index on their time. */
export async function countDay(tx: Tx, { organizationId, day, from, until, now }: Asked): Promise<Figures> {
  const { rows } = await sql<Row>`
    with texts as (
      select direction, status from messages
      where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until} and not private
    ), waits as (
      select extract(epoch from ended.answered - ended.began)::float8 / 60 as minutes from answered_waits as ended
      join messages on messages.organization_id = ended.organization_id and messages.id = ended.message_id
        and messages.status not in ('failed', 'undelivered')
      where ended.organization_id = ${organizationId} and ended.answered >= ${from} and ended.answered < ${until}
    ), visits as (
      select status, starts_at from appointments
      where organization_id = ${organizationId} and starts_at >= ${from} and starts_at < ${until}
        and status <> 'cancelled'
    )
    select
      (select count(*)::int from texts where direction = 'inbound') as received,
      (select count(*)::int from texts where direction = 'outbound' and status in ('sent', 'delivered')) as sent,
      (select count(*)::int from texts where direction = 'outbound' and status in ('failed', 'undelivered')) as failed,
      (select greatest(1, ceil(percentile_disc(0.5) within group (order by minutes)))::int from waits) as typical,
      (select count(*)::int from waits where minutes <= ${LATE_MINUTES}) as within,
      (select count(*)::int from waits) as replies,
      (select count(*)::int from visits) as visits,
      (select count(*)::int from visits where status not in ('scheduled', 'noShow')) as confirmed,
      (select count(*)::int from visits where status = 'scheduled' and starts_at > ${now}) as to_chase,
      (select coalesce(json_object_agg(staff_id, many), '{}') from (
        select staff_id, count(*)::int as many from conversations, unnest(staff_assigned) as staff_id
        where organization_id = ${organizationId} and status in ('open', 'unassigned') and snoozed_until is null
          and staff_assigned <> '{}'
        group by staff_id) as load) as loads`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The figures of a day are missing.')
  return {
    ...{ day, since: from.toISOString(), received: row.received, sent: row.sent, failed: row.failed },
    ...{ typicalMinutes: row.typical, within: { minutes: LATE_MINUTES, count: row.within, of: row.replies } },
    ...{ visits: { today: row.visits, confirmed: row.confirmed, toChase: row.to_chase }, loads: row.loads },
  }
}

interface Told {
  readonly figures: Figures
  readonly version: number
}

/** The figures that were last told; undefined before the first. */
export async function readTold(tx: Tx, organizationId: string): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select figures, version::int8 as version from board_days where organization_id = ${organizationId}`.execute(tx)
  return rows[0]
}

/** Locks them; undefined before the first, `taken` while another process counts. */
export async function lockTold(tx: Tx, organizationId: string): Promise<Told | undefined | 'taken'> {
  const lock = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`board day ${organizationId}`}, 0)) as taken`.execute(tx)
  if (!lock.rows[0]?.taken) return 'taken'
  await sql`
    insert into board_days (organization_id, day, figures, seq, version)
    values (${organizationId}, '1970-01-01', 'null', -1, 0) on conflict do nothing`.execute(tx)
  const told = await readTold(tx, organizationId)
  return told?.figures === null ? undefined : told
}

/** `seq` is the position that the figures were counted at, or that of the event that tells of them. */
export async function saveTold(tx: Tx, organizationId: string, told: Told & { seq: number }): Promise<void> {
  const { figures, version, seq } = told
  await sql`
    update board_days set day = ${figures.day}::date, figures = ${JSON.stringify(figures)}, seq = ${seq},
      version = ${version}
    where organization_id = ${organizationId}`.execute(tx)
}

/** In system scope: the organizations whose log moved since their figures were counted, or whose day began. */
export async function findMoved(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select head.organization_id as id
    from organization_heads as head
    join organizations on organizations.id = head.organization_id
    left join board_days as told on told.organization_id = head.organization_id
    where told.organization_id is null or head.seq > told.seq
      or told.day <> (${now}::timestamptz at time zone organizations.timezone)::date
    order by head.organization_id`.execute(queries)
  return rows.map(({ id }) => id)
}
