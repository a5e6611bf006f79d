import { type DeskState, firstName, IDLE_MINUTES, initialsOf } from '@foyer/contracts/board/desk.rules.ts'
import type { Desk } from '@foyer/contracts/board/desk.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import { createQueue } from '../../workers/queue.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { DeskRow, NextDesk } from './desk.rules.ts'

export interface DeskKey {
  readonly organizationId: string
  readonly userId: string
}

/** The lease spares other processes the work; the desk's lock makes it happen once. */
export const dueDesks = createQueue<DeskKey>({
  table: 'desks',
  topic: null,
  key: { organizationId: 'organization_id', userId: 'user_id' },
  open: sql`due_at is not null`,
  by: null,
})

interface Row {
  readonly user_id: string
  readonly name: string
  readonly state: DeskState
  readonly since: Date
  readonly until: Date | null
  readonly version: number
}

const SHOWN = sql`desks.user_id, coalesce(known_staff.name, ${FORMER}) as name, desks.state, desks.since, desks.until,
  desks.version::int8 as version`
const NAMED = sql`desks left join known_staff
  on known_staff.organization_id = desks.organization_id and known_staff.user_id = desks.user_id`

/** Longer than any day of a zone. */
const LONGEST_DAY_MS = 48 * 3_600_000

/** The desks on shift, and those that went off today. One without a day never was on shift. */
export async function listDesks(tx: Tx, { organizationId, now }: { organizationId: string; now: Date }) {
  const { rows } = await sql<Row & { timezone: string }>`
    select ${SHOWN}, organizations.timezone from ${NAMED} join organizations on organizations.id = desks.organization_id
    where desks.organization_id = ${organizationId}
      and (desks.state <> 'off' or (desks.day is not null and desks.since > ${new Date(now.getTime() - LONGEST_DAY_MS)}))
    order by name, desks.user_id`.execute(tx)
  const [row] = rows
  if (!row) return []
  const { from } = boundsOfDay(dayIn(now, row.timezone), row.timezone)
  return rows.filter(({ state, since }) => state !== 'off' || since >= from).map(deskOf)
}

/** Locks the desk of a staff member, who gets one that is off on the first day. */
export async function lockDesk(tx: Tx, { organizationId, userId }: DeskKey, now: Date): Promise<DeskRow> {
  const [, { rows }] = await Promise.all([
    sql`
      insert into desks (organization_id, user_id, state, since, version)
      values (${organizationId}, ${userId}, 'off', ${now}, 0) on conflict do nothing`.execute(tx),
    sql<DeskRow>`
      select state, since, until, day::text as day from desks
      where organization_id = ${organizationId} and user_id = ${userId} for update`.execute(tx),
  ])
  if (!rows[0]) throw new Error('A desk that was added is missing.')
  return rows[0]
}

/** The desk of a staff member as screens show it. */
export async function readDesk(tx: Tx, { organizationId, userId }: DeskKey): Promise<Desk> {
  const { rows } = await sql<Row>`
    select ${SHOWN} from ${NAMED}
    where desks.organization_id = ${organizationId} and desks.user_id = ${userId}`.execute(tx)
  if (!rows[0]) throw new Error('A desk that was locked is missing.')
  return deskOf(rows[0])
}

export async function saveDesk(tx: Tx, key: DeskKey, next: NextDesk, version: number): Promise<Desk> {
  const { organizationId, userId } = key
  const { state, since, until, day, dueAt } = next
  const [, desk] = await Promise.all([
    sql`
      update desks set state = ${state}, since = ${since}, until = ${until}, day = ${day}::date, due_at = ${dueAt},
        leased_until = null, version = ${version}
      where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx),
    readDesk(tx, key),
  ])
  return desk
}

export async function saveNextLook(tx: Tx, { organizationId, userId }: DeskKey, dueAt: Date | null): Promise<void> {
  await sql`
    update desks set due_at = ${dueAt}, leased_until = null
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx)
}

/** In system scope: when one of the user's sessions was last used; null without one. */
export async function lastUseOf(queries: Queries, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ used: Date | null }>`
    select max("updatedAt") as used from session where "userId" = ${userId}`.execute(queries)
  return rows[0]?.used ?? null
}

/**
 * In system scope: members who use a session now, whose call to the organization is fresh, and whose shift has not begun
 * today, and did not just end. One statement.
 */
export async function findBeginners(queries: Queries, { now, within }: { now: Date; within: number }) {
  const { rows } = await sql<DeskKey>`
    with used as (
      select distinct "userId" as user_id from session where "updatedAt" > ${new Date(now.getTime() - within)}
    )
    select members.organization_id as "organizationId", members.user_id as "userId"
    from used
    join "user" on "user".id = used.user_id and not "user".disabled
    join members on members.user_id = used.user_id
    join organizations on organizations.id = members.organization_id
    where not exists (
        select from desks where desks.organization_id = members.organization_id and desks.user_id = members.user_id
          and (desks.state <> 'off' or desks.day >= (${now}::timestamptz at time zone organizations.timezone)::date
            or (desks.day is not null and desks.since > ${new Date(now.getTime() - IDLE_MINUTES * 60_000)})))
      and (
        select at from audit_log
        where audit_log.organization_id = members.organization_id and audit_log.user_id = members.user_id
        order by id desc limit 1) > ${new Date(now.getTime() - within)}
    limit 100`.execute(queries)
  return rows
}

/** In system scope: the desks on shift whose staff member signed out everywhere, and when. One statement. */
export async function findSignedOut(queries: Queries, now: Date): Promise<(DeskKey & { signedOutAt: Date })[]> {
  const { rows } = await sql<DeskKey & { signedOutAt: Date }>`
    select organization_id as "organizationId", user_id as "userId", last.at as "signedOutAt"
    from desks
    cross join lateral (select max(at) as at from revocations where revocations.sub = desks.user_id) as last
    where due_at is not null and last.at >= desks.since
      and not exists (
        select from session where session."userId" = desks.user_id and session."expiresAt" > ${now})
    limit 100`.execute(queries)
  return rows
}

function deskOf({ user_id: userId, name, state, since, until, version }: Row): Desk {
  return {
    ...{ userId, name: firstName(name), initials: initialsOf(name), state },
    ...{ since: since.toISOString(), until: until?.toISOString() ?? null, version },
  }
}
