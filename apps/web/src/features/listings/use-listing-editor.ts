import { listingChanges } from '@foyer/contracts/listings/collections.rules.ts'
import type { ListingChange } from '@foyer/contracts/listings/listing.ts'
import { useEffect, useState } from 'react'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { useApi } from '../../parts/services.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'
import { startListingEditor } from './listing-editor.actors.ts'
import type { ListingEditorActor } from './listing-editor.machine.ts'

/** Starts the editor of a location; null until it has started. */
export function useListingEditor(organizationId: string, locationId: string): ListingEditorActor | null {
  const api = useListingsApi(organizationId)
  const [actor, setActor] = useState<ListingEditorActor | null>(null)
  useEffect(() => {
    const started = startListingEditor({ api, locationId })
    setActor(started)
    return () => void started.stop()
  }, [api, locationId])
  return actor
}

/** The last change of the location that the stream has told of while this screen is open. */
export function useListingChange(organizationId: string, locationId: string): ListingChange | null {
  const api = useApi()
  const { data } = useLiveCollection<ListingChange>({
    id: 'listing changes',
    organizationId,
    collection: listingChanges,
    // There is no list of former changes; the connection tells from where on events count.
    read: async (_, signal) => {
      const { epoch, asOf } = await api('listingConnection', { query: { organizationId }, signal })
      return { items: [], cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  return data?.find((one) => one.locationId === locationId) ?? null
}
