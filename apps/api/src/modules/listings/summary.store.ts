/** The counts of an organization's reviews, and its locations. */
import type { ReviewsSummary } from '@foyer/contracts/listings/reviews.ts'
import type { Tx } from '../../db/tx.ts'
import type { LocationRow } from './locations.store.ts'

type Counted = Pick<LocationRow, 'total' | 'needs_reply' | 'low' | 'drafts' | 'rejected'>

export async function readSummary(tx: Tx, organizationId: string): Promise<Omit<ReviewsSummary, 'version'>> {
  const [connection, locations] = await Promise.all([
    tx
      .selectFrom('listing_connections')
      .select('state')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),
    tx
      .selectFrom('listing_locations')
      .select(['id', 'title', 'total', 'needs_reply', 'low', 'drafts', 'rejected'])
      .where('organization_id', '=', organizationId)
      .where('due_at', 'is not', null)
      .orderBy('title')
      .orderBy('id')
      .execute(),
  ])
  return summaryOf(organizationId, connection?.state ?? 'off', locations)
}

function summaryOf(
  organizationId: string,
  connection: ReviewsSummary['connection'],
  locations: readonly (Counted & Pick<LocationRow, 'id' | 'title'>)[],
): Omit<ReviewsSummary, 'version'> {
  const sum = (of: (one: Counted) => number) => locations.reduce((all, one) => all + of(one), 0)
  const all: Counted = {
    ...{
      total: sum(({ total }) => total),
      needs_reply: sum(({ needs_reply }) => needs_reply),
      low: sum(({ low }) => low),
    },
    ...{ drafts: sum(({ drafts }) => drafts), rejected: sum(({ rejected }) => rejected) },
  }
  return {
    ...{ organizationId, connection, ...countsOf(all) },
    locations: locations.map((one) => ({ locationId: one.id, title: one.title, ...countsOf(one) })),
  }
}

function countsOf({ total, needs_reply: needsReply, low, drafts, rejected }: Counted) {
  return { total, needsReply, replied: total - needsReply, low, drafts, rejected }
}
