import type { Campaign, Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePaced } from '../../../lib/use-paced.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import type { RecipientFilter } from './campaign-results.rules.ts'

/** The open page is read again at most this often while the stream tells of news. */
const PACE_MS = 2_000
export const PAGE_SIZE = 50

export interface RecipientsPage extends Question<readonly Recipient[]> {
  readonly page: number
  readonly hasNext: boolean
  /** Another page or filter is asked for; the rows are those of the former one. */
  readonly isOlder: boolean
  readonly turn: (page: number) => void
}

/** One page of the recipients of a filter, kept current. */
export function useRecipients(
  organizationId: string,
  { _id, version }: Pick<Campaign, '_id' | 'version'>,
  filter: RecipientFilter,
): RecipientsPage {
  const api = useApi()
  const base = JSON.stringify(filter)
  /** The cursors of the pages up to the open one; those of another filter are dropped. */
  const [turned, setTurned] = useState<{ base: string; cursors: readonly string[] }>({ base, cursors: [] })
  const cursors = turned.base === base ? turned.cursors : []
  const cursor = cursors.at(-1)
  const query = useQuery({
    queryKey: ['campaignRecipients', organizationId, _id, base, cursor ?? ''],
    queryFn: async ({ signal }) => {
      const paged = { organizationId, ...filter, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
      return api('campaignRecipients', { params: { id: _id }, query: paged, signal })
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { refetch } = query
  const told = usePaced(version, PACE_MS)
  const read = useRef(told)
  useEffect(() => {
    if (read.current === told) return
    read.current = told
    void refetch()
  }, [told, refetch])
  const next = query.data?.cursor ?? null
  // The rows of the open page have left the filter meanwhile, so that the page before it is the last one.
  if (cursors.length > 0 && query.data?.data.length === 0 && !query.isPlaceholderData)
    setTurned({ base, cursors: cursors.slice(0, -1) })
  return {
    data: query.data?.data,
    error: query.error,
    isError: query.isError,
    isFetching: query.isFetching,
    refetch,
    page: cursors.length + 1,
    hasNext: next !== null,
    isOlder: query.isPlaceholderData,
    turn: (page) => {
      if (page > cursors.length + 1 && next !== null) setTurned({ base, cursors: [...cursors, next] })
      else setTurned({ base, cursors: cursors.slice(0, page - 1) })
    },
  }
}
