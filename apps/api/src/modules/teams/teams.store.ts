import type { Team } from '@foyer/contracts/teams/teams.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

interface TeamKey {
  readonly organizationId: string
  readonly id: string
}

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly removed_at: Date | null
  readonly version: number
  readonly members: string[]
}

const MEMBERS = sql`array(
  select user_id from team_members where team_members.organization_id = teams.organization_id
    and team_members.team_id = teams.id order by user_id)`
const COLUMNS = sql`id, organization_id, name, removed_at, version::int8 as version, ${MEMBERS} as members`

/** The teams by name, without removed ones. */
export async function listTeams(tx: Tx, organizationId: string): Promise<Team[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from teams where organization_id = ${organizationId} and removed_at is null
    order by lower(name), id`.execute(tx)
  return rows.map(teamOf)
}

/**
 * Locks a team that is not removed against its other changes, and against conversations that it would get meanwhile. Teams
 * are locked before conversations.
 */
export async function lockTeam(tx: Tx, { organizationId, id }: TeamKey): Promise<Team | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from teams where organization_id = ${organizationId} and id = ${id} and removed_at is null
    for update`.execute(tx)
  return rows[0] && teamOf(rows[0])
}

/** Which of the teams exist; they stay until this transaction ends. Teams are locked before conversations. */
export async function keepTeams(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from teams where organization_id = ${organizationId} and id = any(${[...ids]}::text[])
      and removed_at is null
    order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether the team exists; it stays until this transaction ends. */
export async function hasTeam(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  return (await keepTeams(tx, organizationId, [id])).has(id)
}

/** The members of the team who belong to the organization now. */
export async function presentMembers(tx: Tx, { organizationId, id }: TeamKey): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from team_members where organization_id = ${organizationId} and team_id = ${id}
      and user_id in (select staff.user_id from staff where staff.organization_id = ${organizationId})
    order by user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Another team with this name, in any case. If there is none, the name stays free until this transaction ends. */
export async function claimTeamName(
  tx: Tx,
  { organizationId, name, except }: { organizationId: string; name: string; except: string | null },
): Promise<Team | undefined> {
  const lock = JSON.stringify(['team names', organizationId])
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx),
    sql<Row>`
      select ${COLUMNS} from teams where organization_id = ${organizationId} and lower(name) = lower(${name})
        and removed_at is null and id is distinct from ${except}`.execute(tx),
  ])
  return rows[0] && teamOf(rows[0])
}

interface ToSave extends TeamKey {
  readonly name: string
  readonly members: readonly string[]
  readonly version: number
}

export async function saveTeam(tx: Tx, { organizationId, id, name, members, version }: ToSave): Promise<Team> {
  const ids = sql`${[...members]}::text[]`
  await Promise.all([
    sql`
      insert into teams (organization_id, id, name, version) values (${organizationId}, ${id}, ${name}, ${version})
      on conflict (organization_id, id) do update set name = excluded.name, version = excluded.version`.execute(tx),
    sql`
      delete from team_members
      where organization_id = ${organizationId} and team_id = ${id} and user_id <> all(${ids})`.execute(tx),
    sql`
      insert into team_members (organization_id, team_id, user_id)
      select ${organizationId}, ${id}, user_id from unnest(${ids}) as user_id on conflict do nothing`.execute(tx),
  ])
  return {
    ...{ _id: id, organizationId, name, version },
    ...{ members: [...members].sort(), removed: false },
  }
}

export async function markRemoved(
  tx: Tx,
  { organizationId, id, at, version }: TeamKey & { readonly at: Date; readonly version: number },
): Promise<void> {
  await sql`
    update teams set removed_at = ${at}, version = ${version}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/**
 * Whether "Next patient" may offer the conversations of the team to the staff member: to its members, and to everybody
 * while no member of it belongs to the organization. `team` is a column; a conversation without a team is for everybody.
 */
export function mayServe(
  { organizationId, team }: { organizationId: string; team: RawBuilder<unknown> },
  userId: string,
): RawBuilder<boolean> {
  const members = sql`team_members where team_members.organization_id = ${organizationId} and team_id = ${team}`
  return sql<boolean>`(${team} is null or exists (select from ${members} and user_id = ${userId}) or not exists (
    select from ${members} and user_id in (select staff.user_id from staff where staff.organization_id = ${organizationId})))`
}

function teamOf({ id, organization_id, name, removed_at, version, members }: Row): Team {
  return { _id: id, organizationId: organization_id, name, members, removed: removed_at !== null, version }
}
