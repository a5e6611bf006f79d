/** Settles what is on its way to Google when an organization leaves it. */
import type { Tx } from '../../db/tx.ts'
import type { Change } from '../../events/append.ts'
import { NOT_LEASED } from '../../workers/queue.ts'
import { LOCATION_COLUMNS, REVIEW_COLUMNS } from './columns.rules.ts'
import type { LocationRow } from './locations.store.ts'
import { ON_ITS_WAY } from './merge.rules.ts'
import { released } from './reply.rules.ts'
import { tellReviews } from './reviews.store.ts'

/** A transaction appends a limited number of events; the replies' worker settles the rest. */
const AT_ONCE = 400

interface Log {
  readonly organizationId: string
  readonly at: Date
}

/** Locks the locations and then the reviews. A worker that is at one of them has lost its lease, and finds it settled. */
export async function releaseReplies(tx: Tx, log: Log): Promise<Change[]> {
  const locations = await lockBusyLocations(tx, log.organizationId)
  if (locations.length === 0) return []
  const ids = locations.map(({ id }) => id)
  const rows = await tx
    .selectFrom('reviews')
    .select(REVIEW_COLUMNS)
    .where('organization_id', '=', log.organizationId)
    .where('location_id', 'in', ids)
    .where('state', 'in', ON_ITS_WAY)
    .orderBy('location_id')
    .orderBy('review_id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute()
  return locations.flatMap((location) => {
    const saves = rows
      .filter((row) => row.location_id === location.id)
      .map((row) => ({ row, set: { ...released(row, log.at), ...NOT_LEASED } }))
    return tellReviews(tx, log, location, saves)
  })
}

function lockBusyLocations(tx: Tx, organizationId: string): Promise<LocationRow[]> {
  return tx
    .selectFrom('listing_locations')
    .select(LOCATION_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reviews')
          .select('review_id')
          .whereRef('reviews.organization_id', '=', 'listing_locations.organization_id')
          .whereRef('reviews.location_id', '=', 'listing_locations.id')
          .where('reviews.state', 'in', ON_ITS_WAY),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
