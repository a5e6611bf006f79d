import { listingChanges } from '@foyer/contracts/listings/collections.rules.ts'
import type { ListingChange } from '@foyer/contracts/listings/listing.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
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

/** The address may name a day to be closed. It is then among the changes that the user reviews. */
export function useClosedDay(actor: ListingEditorActor): void {
  const [params] = useSearchParams()
  const day = params.get('closed')
  useEffect(() => {
    if (day === null || !isDay(day)) return
    let isAdded = false
    const add = (state: ReturnType<ListingEditorActor['getSnapshot']>) => {
      if (isAdded || !state.matches({ editing: 'idle' })) return
      isAdded = true
      const { specialDays } = state.context.draft
      if (!specialDays.some((one) => one.day === day))
        actor.send({ type: 'changed', part: { specialDays: [...specialDays, { day, span: null }] } })
    }
    const { unsubscribe } = actor.subscribe(add)
    add(actor.getSnapshot())
    return unsubscribe
  }, [actor, day])
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
