import { type BoardItem, boardItems, isOnBoard, itemsOf } from '@foyer/contracts/board/board.rules.ts'
import type { ReplyOf } from '@foyer/contracts/call.ts'
import type { calls } from '@foyer/contracts/calls.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import { useEffect, useState } from 'react'
import { every } from '../../lib/clock.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

type Relays = ReplyOf<typeof calls.board>['data']['relays']

/** No event tells of the relays, so they are counted again so often. */
const RELAYS_EVERY_MS = 30_000

/** The board of the organization, kept current by the events of its topic. */
export function useBoard(organizationId: string): LiveRows<BoardItem, Relays> {
  const api = useApi()
  return useLiveCollection<BoardItem, Relays>({
    ...{ id: 'board', organizationId, topic: BOARD_TOPIC, collection: boardItems, belongs: isOnBoard },
    // An import changes names of patients without an event for each.
    outdates: (event) => event.type === 'patients.reloaded',
    async read(_, signal) {
      const { data, asOf, epoch } = await api('board', { query: { organizationId }, signal })
      return { items: itemsOf(data), cursor: null, epoch, seq: asOf, tally: data.relays }
    },
  })
}

/** How many relays have the newest event; null until it is known, and after a count that failed. */
export function useRelays(organizationId: string, first: Relays | undefined): Relays | null {
  const api = useApi()
  const [relays, setRelays] = useState<Relays | null | undefined>(undefined)
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const read = () =>
      api('board', { query: { organizationId }, signal }).then(
        ({ data }) => setRelays(data.relays),
        () => {
          if (!signal.aborted) setRelays(null)
        },
      )
    const stop = every(RELAYS_EVERY_MS, () => void read())
    return () => {
      stop()
      stopping.abort()
    }
  }, [api, organizationId])
  // Only before the first count of its own is the board's good enough.
  return relays === undefined ? (first ?? null) : relays
}
