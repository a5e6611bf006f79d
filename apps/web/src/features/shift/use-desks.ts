import { type BoardItem, boardItems, boardOf } from '@foyer/contracts/board/board.rules.ts'
import type { Desk } from '@foyer/contracts/board/desk.ts'
import { useMemo } from 'react'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

/** The desks of today, kept current by the stream. */
export function useDesks(organizationId: string): {
  readonly query: LiveRows<BoardItem, undefined>
  readonly desks: readonly Desk[]
  /** Takes the answer to a call of this person. */
  readonly put: (epoch: string, desk: Desk) => void
} {
  const api = useApi()
  const query = useLiveCollection<BoardItem>({
    ...{ id: 'desks', organizationId },
    collection: { ...boardItems, select: (event) => boardItems.select(event).filter(({ kind }) => kind === 'desk') },
    async read(_, signal) {
      const { data, asOf, epoch } = await api('desks', { query: { organizationId }, signal })
      const items = data.map((desk) => ({ ...desk, kind: 'desk' as const }))
      return { items, cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  const { data } = query
  const desks = useMemo(() => boardOf(data ?? []).desks, [data])
  return { query, desks, put: (epoch, desk) => query.put(epoch, [{ ...desk, kind: 'desk' }]) }
}
