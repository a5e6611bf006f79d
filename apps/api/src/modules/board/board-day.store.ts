/** The figures of a day, counted from the rows. */

import { LATE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import type { BoardDay } from '@foyer/contracts/board/board.ts'
import { answeredWithin, bucketOfWait, typicalMinutes } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import { WAS_CONFIRMED } from '../appointments/appointments.ts'

type Figures = Omit<BoardDay, 'version'>

export interface CountedDay {
  readonly figures: Figures
  /** The next start of a visit that is to be chased: from then on it isn't any more. */
  readonly nextStart: Date | null
}

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
  /** The first replies by their minutes, rounded up. */
  readonly waits: Record<string, number>
  readonly visits: number
  readonly confirmed: number
  readonly to_chase: number
  readonly next_start: Date | null
  readonly loads: Record<string, number>
}

/**
 * Counts the day so far, in one statement. The day's messages are found by an index on their time. Messages, waits and
 * confirmed visits count as on the dashboards, but for a visit that was cancelled or moved since. A wait of before the open time was
 * kept counts with all of its time.
 */
export async function countDay(tx: Tx, { organizationId, day, from, until, now }: Asked): Promise<CountedDay> {
  const { rows } = await sql<Row>`
    with texts as (
      select direction, status from messages
      where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until} and not private
    ), others as (
      select status = 'sent' as sent, status = 'failed' as failed from mails
      where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until}
      union all
      select status in ('delivered', 'partial'), status = 'failed' from faxes
      where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until}
    ), waits as (
      select ceil(coalesce(open_seconds, extract(epoch from answered - began)) / 60.0)::int as minutes,
        count(*)::int as many
      from answered_waits
      where organization_id = ${organizationId} and answered >= ${from} and answered < ${until} and not failed
      group by 1
    ), visits as (
      -- A visit that was moved since is to be confirmed anew.
      select status, starts_at, ${WAS_CONFIRMED} and not (status = 'scheduled' and confirmed_at is null) as confirmed
      from appointments
      where organization_id = ${organizationId} and starts_at >= ${from} and starts_at < ${until}
        and status <> 'cancelled'
    )
    select
      (select count(*)::int from texts where direction = 'inbound') as received,
      (select count(*)::int from texts where direction = 'outbound' and status in ('sent', 'delivered'))
        + (select count(*)::int from others where sent) as sent,
      (select count(*)::int from texts where direction = 'outbound' and status in ('failed', 'undelivered'))
        + (select count(*)::int from others where failed) as failed,
      (select coalesce(json_object_agg(minutes, many), '{}') from waits) as waits,
      (select count(*)::int from visits) as visits,
      (select count(*)::int from visits where confirmed) as confirmed,
      (select count(*)::int from visits where status = 'scheduled' and starts_at > ${now}) as to_chase,
      (select min(starts_at) from visits where status = 'scheduled' and starts_at > ${now}) as next_start,
      (select coalesce(json_object_agg(staff_id, many), '{}') from (
        select staff_id, count(*)::int as many from conversations, unnest(staff_assigned) as staff_id
        where organization_id = ${organizationId} and status in ('open', 'unassigned') and snoozed_until is null
          and staff_assigned <> '{}'
        group by staff_id) as load) as loads`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The figures of a day are missing.')
  const buckets = inBuckets(row.waits)
  const replies = Object.values(row.waits).reduce((sum, many) => sum + many, 0)
  const within = { minutes: LATE_MINUTES, count: answeredWithin(buckets, LATE_MINUTES), of: replies }
  const figures = {
    ...{ day, since: from.toISOString(), received: row.received, sent: row.sent, failed: row.failed },
    ...{ typicalMinutes: typicalMinutes(buckets), within },
    ...{ visits: { today: row.visits, confirmed: row.confirmed, toChase: row.to_chase }, loads: row.loads },
  }
  return { figures, nextStart: row.next_start }
}

/** The edges of buckets are whole minutes, so that minutes which are rounded up have the bucket of their seconds. */
function inBuckets(waits: Record<string, number>): Record<string, number> {
  const buckets: Record<string, number> = {}
  for (const [minutes, many] of Object.entries(waits)) {
    const bucket = bucketOfWait(Number(minutes) * 60)
    buckets[bucket] = (buckets[bucket] ?? 0) + many
  }
  return buckets
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
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`board day ${organizationId}`}, 0)) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked ? readTold(tx, organizationId) : 'taken'
}

interface Saved extends Told {
  /** The position that the figures were counted at, or that of the event that tells of them. */
  readonly seq: number
  readonly nextStart: Date | null
}

export async function saveTold(tx: Tx, organizationId: string, told: Saved): Promise<void> {
  const { figures, version, seq, nextStart } = told
  await sql`
    insert into board_days (organization_id, day, figures, seq, version, next_start)
    values (${organizationId}, ${figures.day}::date, ${JSON.stringify(figures)}::jsonb, ${seq}, ${version}, ${nextStart})
    on conflict (organization_id) do update set day = excluded.day, figures = excluded.figures, seq = excluded.seq,
      version = excluded.version, next_start = excluded.next_start`.execute(tx)
}

/**
 * In system scope: the organizations whose log moved since their figures were counted, whose day began, or where a visit began
 * that was to be chased.
 */
export async function findMoved(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select head.organization_id as id
    from organization_heads as head
    join organizations on organizations.id = head.organization_id
    left join board_days as told on told.organization_id = head.organization_id
    where told.organization_id is null or head.seq > told.seq or told.next_start <= ${now}
      or told.day <> (${now}::timestamptz at time zone organizations.timezone)::date
    order by head.organization_id`.execute(queries)
  return rows.map(({ id }) => id)
}
