import { reviewsSummary } from '@foyer/contracts/listings/collections.rules.ts'
import type { ReviewsSummary } from '@foyer/contracts/listings/reviews.ts'
import { useEffect, useRef } from 'react'
import type { Reply } from '../../api/client.ts'
import type { Question } from '../query-state.tsx'
import { useServices } from '../services.tsx'
import { useLiveCollection } from '../use-live-collection.ts'
import { keepRefreshToken } from './use-listings-api.ts'

/** The refresh token goes to the calls. */
export type ListingConnection = Omit<Reply<'listingConnection'>['data'], 'refreshToken'>
type Facts = Omit<ListingConnection, 'summary'>

/** The connection to Google with its locations; the counts and its state are kept current by the stream. */
export function useListingConnection(organizationId: string): Question<ListingConnection> {
  const services = useServices()
  const { data, tally, ...question } = useLiveCollection<ReviewsSummary, Facts>({
    id: 'listing connection',
    organizationId,
    collection: reviewsSummary,
    read: async (_, signal) => {
      const { data: read, epoch, asOf } = await services.api('listingConnection', { query: { organizationId }, signal })
      const { summary, refreshToken, ...facts } = read
      keepRefreshToken(services, organizationId, refreshToken)
      return { items: [summary], cursor: null, epoch, seq: asOf, tally: facts }
    },
  })
  const summary = data?.[0]
  const { refetch, isFetching, isError } = question
  const isOld = summary !== undefined && tally !== undefined && hasOthers(summary, tally)
  const version = summary?.version
  // Once for each state of the counts, so that no answer makes it go on for ever.
  const asked = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!isOld || isFetching || isError || asked.current === version) return
    asked.current = version
    refetch()
  }, [isOld, isFetching, isError, refetch, version])
  if (summary === undefined || tally === undefined) return { ...question, data: undefined }
  return { ...question, data: { ...tally, state: summary.connection, summary } }
}

/** Another state of the connection means other locations, and so does a location that was not read. */
function hasOthers(summary: ReviewsSummary, { state, locations }: Facts): boolean {
  const known = new Set(locations.map(({ _id }) => _id))
  if (summary.connection !== state || summary.locations.length !== known.size) return true
  return summary.locations.some(({ locationId }) => !known.has(locationId))
}
