import { reviewsSummary } from '@foyer/contracts/listings/collections.rules.ts'
import type { ReviewsSummary } from '@foyer/contracts/listings/reviews.ts'
import { useEffect } from 'react'
import type { Reply } from '../../api/client.ts'
import type { Question } from '../query-state.tsx'
import { useApi } from '../services.tsx'
import { useLiveCollection } from '../use-live-collection.ts'

/** The refresh token stays with the calls. */
export type ListingConnection = Omit<Reply<'listingConnection'>['data'], 'refreshToken'>
type Facts = Omit<ListingConnection, 'summary'>

/** The connection to Google with its locations; the counts and its state are kept current by the stream. */
export function useListingConnection(organizationId: string): Question<ListingConnection> {
  const api = useApi()
  const { data, tally, ...question } = useLiveCollection<ReviewsSummary, Facts>({
    id: 'listing connection',
    organizationId,
    collection: reviewsSummary,
    read: async (_, signal) => {
      const { data: read, epoch, asOf } = await api('listingConnection', { query: { organizationId }, signal })
      const { summary, refreshToken: _token, ...facts } = read
      return { items: [summary], cursor: null, epoch, seq: asOf, tally: facts }
    },
  })
  const summary = data?.[0]
  const { refetch, isFetching, isError } = question
  // Another state of the connection, or another number of locations, means other locations.
  const isOld =
    summary !== undefined &&
    tally !== undefined &&
    (summary.connection !== tally.state || summary.locations.length !== tally.locations.length)
  useEffect(() => {
    if (isOld && !isFetching && !isError) refetch()
  }, [isOld, isFetching, isError, refetch])
  if (summary === undefined || tally === undefined) return { ...question, data: undefined }
  return { ...question, data: { ...tally, state: summary.connection, summary } }
}
