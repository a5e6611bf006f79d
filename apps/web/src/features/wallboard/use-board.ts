import { type BoardItem, boardItems, isOnBoard, itemsOf } from '@foyer/contracts/board/board.rules.ts'
import type { ReplyOf } from '@foyer/contracts/call.ts'
import type { calls } from '@foyer/contracts/calls.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { every } from '../../lib/clock.ts'
import { useApi, useApp } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

type Data = ReplyOf<typeof calls.board>['data']
/** The parts of the board that the events of its topic do not carry. */
export type BoardFrame = Pick<Data, 'relays' | 'settings' | 'organization' | 'counts'>

interface BoardRead extends BoardFrame {
  /** Patients wait whose rows did not fit into this reading. */
  readonly moreWait: boolean
}

const frameOf = ({ relays, settings, organization, counts }: Data): BoardFrame => ({
  ...{ relays, settings, organization, counts },
})

/** No event tells of the relays, so they are counted again so often. */
const RELAYS_EVERY_MS = 30_000

/** The board of the organization, kept current by the events of its topic. */
export function useBoard(organizationId: string): LiveRows<BoardItem, BoardRead> {
  const api = useApi()
  return useLiveCollection<BoardItem, BoardRead>({
    ...{ id: 'board', organizationId, topic: BOARD_TOPIC, collection: boardItems, belongs: isOnBoard },
    // An import changes names of patients without an event for each.
    outdates: (event) => event.type === 'patients.reloaded',
    async read(_, signal) {
      const { data, asOf, epoch } = await api('board', { query: { organizationId }, signal })
      // Those who wait come before the texts that only failed.
      const moreWait = data.truncated && data.rows.at(-1)?.waitingSince !== null
      return { items: itemsOf(data), cursor: null, epoch, seq: asOf, tally: { ...frameOf(data), moreWait } }
    },
  })
}

interface Frame {
  readonly frame: BoardFrame | undefined
  /** How many relays have the newest event; null until it is known, and after a count that failed. */
  readonly relays: BoardFrame['relays'] | null
}

/** The frame of the board, read again now and then for the relays. */
export function useFrame(organizationId: string, first: BoardFrame | undefined): Frame {
  const api = useApi()
  const [again, setAgain] = useState<BoardFrame | undefined>(undefined)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const read = () =>
      api('board', { query: { organizationId }, signal }).then(
        ({ data }) => {
          setAgain(frameOf(data))
          setIsFailed(false)
        },
        () => {
          if (!signal.aborted) setIsFailed(true)
        },
      )
    const stop = every(RELAYS_EVERY_MS, () => void read())
    return () => {
      stop()
      stopping.abort()
    }
  }, [api, organizationId])
  const frame = again ?? first
  return { frame, relays: isFailed ? null : (frame?.relays ?? null) }
}

/** The counts as the connection tells them; those of the board until it does. */
export function useBoardCounts(first: BoardFrame['counts'] | undefined): Readonly<Record<string, number>> | undefined {
  const { counts } = useSnapshot(useApp().status)
  return counts ?? first
}
