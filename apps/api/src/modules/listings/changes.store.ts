/** Changes of listings: rows that say what is wanted and what became of it. */
import { listingChanged } from '@foyer/contracts/listings/events.ts'
import type { ListingChange } from '@foyer/contracts/listings/listing.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import { createQueue } from '../../workers/queue.ts'
import { findStaff } from '../organizations/organizations.ts'
import { CHANGE_COLUMNS } from './columns.rules.ts'
import { refusalOf } from './google-answers.ts'
import type { ListingChangeTable } from './listings.tables.ts'
import { editsOf, takePace } from './pace.store.ts'

export type ChangeRow = Pick<Selectable<ListingChangeTable>, (typeof CHANGE_COLUMNS)[number]>

export interface DueChange {
  readonly organizationId: string
  readonly id: string
}

export const dueChanges = createQueue<DueChange>({
  table: 'listing_changes',
  topic: 'listing_changes',
  key: { organizationId: 'organization_id', id: 'id' },
  open: sql`due_at is not null`,
})

function toChange(row: ChangeRow): ListingChange {
  return {
    ...{
      _id: row.id,
      organizationId: row.organization_id,
      locationId: row.location_id,
      kind: row.kind,
      mask: row.mask,
    },
    ...{ by: row.by_id, byName: row.by_name, at: row.at.toISOString(), state: row.state, problems: row.problems },
    version: row.version,
  }
}

export interface NewChange {
  readonly organizationId: string
  readonly id: string
  readonly locationId: string
  readonly kind: ListingChange['kind']
  readonly mask: readonly string[]
  readonly before: object
  readonly wanted: object
  readonly by: string
  readonly at: Date
  /** The call brings it to Google itself; a worker takes over after so long. */
  readonly leaseMs: number
}

/**
 * As the last thing of the transaction. Refused while another change of the location is under way, and if Google's limit of
 * edits is reached. What it reads is sent with the lock of the head, so that all of it is one wait.
 */
export async function addChange(tx: Tx, change: NewChange): Promise<ListingChange> {
  const { organizationId, id, locationId, at } = change
  let byName: string | null = null
  let saved: ListingChange | undefined
  async function beforeHead(): Promise<void> {
    // The pace comes first: its row makes a second change wait, which then sees the first one.
    const [waitMs, open, staff] = await Promise.all([
      takePace(tx, organizationId, editsOf(locationId)),
      findOpen(tx, organizationId, locationId),
      findStaff(tx, organizationId, change.by),
    ])
    if (open)
      throw new Refusal('in_progress', 'Another change of this listing is on its way to Google.', { retryAfterS: 2 })
    if (waitMs !== null) throw refusalOf({ outcome: 'busy', retryAfterMs: waitMs })
    byName = staff?.name ?? null
  }
  await appendEvents(tx, { organizationId, at, beforeHead }, [
    {
      record: async ({ seq }) => {
        const row = await tx
          .insertInto('listing_changes')
          .values({
            ...{
              organization_id: organizationId,
              id,
              location_id: locationId,
              kind: change.kind,
              mask: [...change.mask],
            },
            ...{ before: JSON.stringify(change.before), wanted: JSON.stringify(change.wanted), by_id: change.by },
            ...{ by_name: byName, at, state: 'sending' as const, version: seq },
            due_at: sql<Date>`now() + ${change.leaseMs}::float8 * interval '1 millisecond'`,
          })
          .returning(CHANGE_COLUMNS)
          .executeTakeFirstOrThrow()
        saved = toChange(row)
        return newEvent(listingChanged, saved)
      },
    },
  ])
  if (!saved) throw new Error('The change was not stored.')
  return saved
}

function findOpen(tx: Tx, organizationId: string, locationId: string) {
  return tx
    .selectFrom('listing_changes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('location_id', '=', locationId)
    .where('state', 'in', ['sending', 'unknown'])
    .executeTakeFirst()
}

export function findChange(tx: Tx, { organizationId, id }: DueChange): Promise<ChangeRow | undefined> {
  return tx
    .selectFrom('listing_changes')
    .select(CHANGE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

interface End {
  readonly state: Exclude<ListingChange['state'], 'sending'>
  readonly problems?: ListingChange['problems']
  readonly at: Date
}

/** The change has ended already, or is gone. */
class Ended extends Error {}

/** As the last thing of the transaction: what became of the change. One that has ended stays as it is. */
export async function endChange(
  tx: Tx,
  due: DueChange,
  { state, problems = [], at }: End,
): Promise<ListingChange | null> {
  const held: { row?: ChangeRow | undefined } = {}
  // Sent with the lock of the head, so that both are one wait.
  async function beforeHead(): Promise<void> {
    held.row = await lockChange(tx, due)
    if (!held.row || held.row.state === state || ['applied', 'refused'].includes(held.row.state)) throw new Ended()
  }
  const change: Change = {
    record: async ({ seq }) => {
      held.row = await tx
        .updateTable('listing_changes')
        .set({
          ...{ state, problems: JSON.stringify(problems), version: seq },
          ...(state !== 'unknown' && { due_at: null, leased_by: null, leased_until: null }),
          ...(state === 'unknown' && { due_at: sql<Date>`now()` }),
        })
        .where('organization_id', '=', due.organizationId)
        .where('id', '=', due.id)
        .returning(CHANGE_COLUMNS)
        .executeTakeFirstOrThrow()
      return newEvent(listingChanged, toChange(held.row))
    },
  }
  try {
    await appendEvents(tx, { organizationId: due.organizationId, at, beforeHead }, [change])
    if (state === 'unknown') dueChanges.wake(tx)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
  return held.row ? toChange(held.row) : null
}

function lockChange(tx: Tx, due: DueChange): Promise<ChangeRow | undefined> {
  return tx
    .selectFrom('listing_changes')
    .select(CHANGE_COLUMNS)
    .where('organization_id', '=', due.organizationId)
    .where('id', '=', due.id)
    .forUpdate()
    .executeTakeFirst()
}
