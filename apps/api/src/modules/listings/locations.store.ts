/** Locations and connections: rows, the queue of passes, and what a consent opens. */
import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import type { GoogleLocation } from '../../gateways/google-wire.ts'
import { createQueue } from '../../workers/queue.ts'
import { CONNECTION_COLUMNS, LOCATION_COLUMNS } from './columns.rules.ts'
import type { ListingConnectionTable, ListingLocationTable } from './listings.tables.ts'

export type LocationRow = Pick<Selectable<ListingLocationTable>, (typeof LOCATION_COLUMNS)[number]>
type ConnectionRow = Pick<Selectable<ListingConnectionTable>, (typeof CONNECTION_COLUMNS)[number]>

export interface DueLocation {
  readonly organizationId: string
  readonly locationId: string
}

export const dueLocations = createQueue<DueLocation>({
  table: 'listing_locations',
  topic: 'listing_locations',
  key: { organizationId: 'organization_id', locationId: 'id' },
  open: sql`due_at is not null`,
})

export function findLocation(tx: Tx, organizationId: string, locationId: string): Promise<LocationRow | undefined> {
  return tx
    .selectFrom('listing_locations')
    .select(LOCATION_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', locationId)
    .executeTakeFirst()
}

/** Those of the account that is connected; a location of a former one is never due. */
export function listLocations(tx: Tx, organizationId: string): Promise<LocationRow[]> {
  return tx
    .selectFrom('listing_locations')
    .select(LOCATION_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('due_at', 'is not', null)
    .orderBy('title')
    .orderBy('id')
    .execute()
}

export function findConnection(tx: Tx, organizationId: string): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom('listing_connections')
    .select(CONNECTION_COLUMNS)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** In system scope: Google says that something happened there, so these locations are read now. */
export async function noteHint(queries: Queries, locationId: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('listing_locations')
    .set({ due_at: sql`now()` })
    .where('id', '=', locationId)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) dueLocations.wake(queries as Tx)
}

/** Adds the locations of an account, or renews what is known of them; the others of the organization are read no more. */
export async function saveLocations(
  tx: Tx,
  organizationId: string,
  account: string,
  locations: readonly GoogleLocation[],
): Promise<void> {
  const ids = locations.map(({ name }) => locationIdOf(name))
  if (locations.length > 0)
    await tx
      .insertInto('listing_locations')
      .values(
        locations.map((location, nth) => ({
          ...{ organization_id: organizationId, id: ids[nth] ?? '', account, ...fieldsOf(location) },
          due_at: sql<Date>`now()`,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'id']).doUpdateSet((to) => ({
          ...{
            account: to.ref('excluded.account'),
            title: to.ref('excluded.title'),
            address: to.ref('excluded.address'),
          },
          ...{ phone: to.ref('excluded.phone'), website_uri: to.ref('excluded.website_uri') },
          ...{ latitude: to.ref('excluded.latitude'), longitude: to.ref('excluded.longitude') },
          ...{ new_review_uri: to.ref('excluded.new_review_uri'), due_at: sql<Date>`now()`, problem: null, failed: 0 },
          ...{ last_full_at: null, pass_token: null, pass_since: null, pass_restarts: 0, pass_skipped: 0 },
        })),
      )
      .execute()
  let others = tx.updateTable('listing_locations').set({ due_at: null }).where('organization_id', '=', organizationId)
  if (ids.length > 0) others = others.where('id', 'not in', ids)
  await others.execute()
  dueLocations.wake(tx)
}

export function locationIdOf(name: string): string {
  return name.replace(/^locations\//, '')
}

function fieldsOf(location: GoogleLocation) {
  const { storefrontAddress: at, latlng, metadata, phoneNumbers } = location
  const parts = [
    ...(at?.addressLines ?? []),
    at?.locality,
    [at?.administrativeArea, at?.postalCode].filter(Boolean).join(' '),
  ]
  return {
    ...{ title: location.title, address: parts.filter(Boolean).join(', ') },
    ...{ phone: phoneNumbers?.primaryPhone ?? null, website_uri: location.websiteUri ?? null },
    ...{ latitude: latlng?.latitude ?? null, longitude: latlng?.longitude ?? null },
    new_review_uri: metadata?.newReviewUri ?? null,
  }
}
