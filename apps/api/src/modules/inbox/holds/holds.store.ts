/** The SQL of holds. The store's clock decides whether a hold has run out. */
import { HOLD_MS } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Hold } from '@foyer/contracts/inbox/hold.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue, inMs } from '../../../workers/queue.ts'
import { itemOf, itemsFrom } from '../../conversations/conversations.ts'
import { FORMER } from '../../organizations/organizations.ts'
import { mayServe } from '../../teams/teams.ts'

export interface HoldKey {
  readonly organizationId: string
  readonly conversationId: string
}

/** One browser tab of a staff member. */
export interface Tab {
  readonly organizationId: string
  readonly userId: string
  readonly holder: string
}

/**
 * Serializes all changes of the organization's holds until this transaction ends. Every such change takes this lock
 * first. Statements that the caller sends after this one see the holds that were committed before.
 */
export async function lockHolds(tx: Tx, organizationId: string): Promise<void> {
  const name = JSON.stringify(['holds', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

interface Wanted {
  readonly organizationId: string
  readonly userId: string
  readonly skip: readonly string[]
  readonly now: Date
}

interface Choice extends Omit<Wanted, 'now'> {
  /** Passes over conversations that other transactions have locked; or waits for them; or locks none. */
  readonly locks: 'skip' | 'wait' | 'none'
  /** The only conversation that may be chosen. */
  readonly only?: string
}

const LOCKS = { skip: sql`for update skip locked`, wait: sql`for update`, none: sql`` }

/** The conditions are those of the index `conversations_unclaimed`, which the query walks until the first match. */
export function nextWaiting({ organizationId, userId, skip, locks, only }: Choice): RawBuilder<unknown> {
  return sql`
    select * from conversations as waiting
    where organization_id = ${organizationId} and waiting_since is not null and snoozed_until is null
      and staff_assigned = '{}' and status in ('open', 'unassigned') and id <> all(${[...skip]}::text[])
      ${only === undefined ? sql`` : sql`and id = ${only}`}
      and ${mayServe({ organizationId, team: sql`waiting.team_id` }, userId)}
      and not exists (
        select from conversation_holds as held
        where held.organization_id = waiting.organization_id and held.conversation_id = waiting.id
          and held.until > now())
    order by waiting_since, id
    limit 1
    ${LOCKS[locks]}`
}

const BEFORE_LOCKS = sql`savepoint before_locks`

/**
 * The conversation that waits longest and that nobody is assigned to or holds, locked; those that other transactions have
 * locked are passed over. The caller has the lock of the holds.
 */
export async function findNextWaiting(tx: Tx, wanted: Wanted): Promise<Conversation | null> {
  const [, found] = await Promise.all([BEFORE_LOCKS.execute(tx), choose(tx, wanted, { locks: 'skip' })])
  return found
}

/**
 * Waits for locked conversations too, after `findNextWaiting` found none. PostgreSQL keeps the lock of a conversation that
 * no longer matches once its lock is free. Waiting for the next one with that lock could deadlock, so the savepoint
 * releases it.
 */
export async function awaitNextWaiting(tx: Tx, wanted: Wanted): Promise<Conversation | null> {
  for (;;) {
    const [, candidate] = await Promise.all([
      sql`rollback to savepoint before_locks`.execute(tx),
      choose(tx, wanted, { locks: 'none' }),
    ])
    if (candidate === null) return null
    const found = await choose(tx, wanted, { locks: 'wait', only: candidate.id })
    if (found !== null) return found
  }
}

async function choose(tx: Tx, { now, ...wanted }: Wanted, how: Pick<Choice, 'locks' | 'only'>) {
  const { rows } = await itemsFrom(sql`(${nextWaiting({ ...wanted, ...how })})`, now).execute(tx)
  return rows[0] ? itemOf(rows[0]) : null
}

const LEASE = inMs(HOLD_MS)

/** Whether a patient waits in any other conversation of the clinic, also in one that a colleague or a team has. */
export async function doesAnyoneWait(
  tx: Tx,
  { organizationId, skip }: Pick<Wanted, 'organizationId' | 'skip'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from conversations
    where organization_id = ${organizationId} and waiting_since is not null and snoozed_until is null
      and status in ('open', 'unassigned') and id <> all(${[...skip]}::text[])
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes the conversation for the tab, also from a tab whose hold has run out. */
export async function saveHold(
  tx: Tx,
  { organizationId, userId, holder }: Tab,
  { conversationId, version }: { conversationId: string; version: number },
): Promise<Hold> {
  const { rows } = await sql<HoldRow>`
    insert into conversation_holds (organization_id, conversation_id, user_id, holder, until, version)
    values (${organizationId}, ${conversationId}, ${userId}, ${holder}, ${LEASE}, ${version})
    on conflict (organization_id, conversation_id) do update
      set user_id = excluded.user_id, holder = excluded.holder, until = excluded.until, leased_until = null,
        version = excluded.version
    returning ${COLUMNS}`.execute(tx)
  return only(rows)
}

/**
 * Whether the tab holds the conversation or may take it again. A hold that has run out and that nobody took counts as held.
 * After the worker has ended it, the tab may take the conversation again while that is open and nobody's, and while the
 * tab holds no other.
 */
export async function mayHold(tx: Tx, tab: Tab, conversationId: string): Promise<boolean> {
  const { organizationId, userId } = tab
  const { rows } = await sql`
    select 1 from conversation_holds where ${ofTab(tab)} and conversation_id = ${conversationId}
    union all
    select 1 from conversations as free
    where organization_id = ${organizationId} and id = ${conversationId}
      and status in ('open', 'unassigned') and snoozed_until is null and staff_assigned = '{}'
      and ${mayServe({ organizationId, team: sql`free.team_id` }, userId)}
      and not exists (
        select from conversation_holds
        where organization_id = ${organizationId} and conversation_id = ${conversationId} and until > now())
      and not exists (select from conversation_holds where ${ofTab(tab)})`.execute(tx)
  return rows.length > 0
}

/** Ends what the tab holds: this conversation, or whatever it is. */
export async function deleteHoldOf(tx: Tx, tab: Tab, conversationId: string | null): Promise<Hold | null> {
  const which = conversationId === null ? sql`true` : sql`conversation_id = ${conversationId}`
  return deleteWhere(tx, sql`${ofTab(tab)} and ${which}`)
}

/** Ends a hold that has run out; null if it was renewed, taken or ended meanwhile. */
export function deleteExpired(tx: Tx, { organizationId, conversationId }: HoldKey): Promise<Hold | null> {
  return deleteWhere(
    tx,
    sql`organization_id = ${organizationId} and conversation_id = ${conversationId} and until <= now()`,
  )
}

export async function listHolds(tx: Tx, organizationId: string): Promise<Hold[]> {
  const { rows } = await sql<HoldRow>`
    select ${COLUMNS} from conversation_holds where organization_id = ${organizationId} and until > now()
    order by conversation_id`.execute(tx)
  return rows.map(holdOf)
}

/** The queue of holds, the first to run out first. */
export const expiredHolds = createQueue<HoldKey>({
  table: 'conversation_holds',
  topic: null,
  key: { organizationId: 'organization_id', conversationId: 'conversation_id' },
  due: 'until',
  by: null,
})

interface HoldRow {
  readonly conversation_id: string
  readonly user_id: string
  readonly name: string
  readonly until: Date
  readonly version: number
}

const COLUMNS = sql`conversation_id, user_id, until, version, coalesce((
  select name from known_staff as staff
  where staff.organization_id = conversation_holds.organization_id and staff.user_id = conversation_holds.user_id),
  ${sql.lit(FORMER)}) as name`

function ofTab({ organizationId, userId, holder }: Tab): RawBuilder<unknown> {
  return sql`organization_id = ${organizationId} and user_id = ${userId} and holder = ${holder}`
}

async function deleteWhere(tx: Tx, where: RawBuilder<unknown>): Promise<Hold | null> {
  const { rows } = await sql<HoldRow>`delete from conversation_holds where ${where} returning ${COLUMNS}`.execute(tx)
  return rows[0] ? holdOf(rows[0]) : null
}

function only(rows: readonly HoldRow[]): Hold {
  const [row] = rows
  if (!row) throw new Error('A hold was not stored.')
  return holdOf(row)
}

function holdOf({ conversation_id, user_id, name, until, version }: HoldRow): Hold {
  return { conversationId: conversation_id, userId: user_id, name, until: until.toISOString(), version }
}
