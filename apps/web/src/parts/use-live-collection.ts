import { useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveActor } from '../live/live.machine.ts'
import {
  type CollectionDependencies,
  type CollectionView,
  createLiveCollection,
  type LiveCollection,
} from '../live/live-collection.ts'
import { memoryBy } from '../live/read-memory.ts'
import { useLive } from './live-context.tsx'
import type { PagedRows } from './rows/paged-rows.ts'

export interface LiveRows<Item, Tally> extends PagedRows<Item> {
  readonly tally: Tally | undefined
  readonly put: LiveCollection<Item, Tally>['put']
  /** When the shown rows were read, while a failed reading shows remembered ones; null otherwise. */
  readonly rememberedAt: Date | null
}

interface CollectionOptions<Item, Tally>
  extends Omit<CollectionDependencies<Item, Tally>, 'live' | 'newId' | 'random'> {
  /**
   * Identifies the data with all its filters: another id is another collection, and reads of the former one are
   * dropped.
   */
  readonly id: string
}

/** Creates a live collection while a component uses it. Components with the same id share it. */
export function useLiveCollection<Item extends object, Tally = undefined>(
  options: CollectionOptions<Item, Tally>,
): LiveRows<Item, Tally> {
  const live = useLive()
  const id = `${options.organizationId} ${options.id}`
  const [made, setMade] = useState<{ id: string; collection: LiveCollection<Item, Tally> } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id identifies all options
  useEffect(() => {
    const parts = { ...options, live, random: Math.random, newId: () => crypto.randomUUID() }
    const { collection, release } = share(live, id, () => createLiveCollection(parts))
    setMade({ id, collection })
    return () => {
      const { items } = collection.view()
      if (items !== undefined) memoryOf(live, options.organizationId).put(id, { items, at: currentAt(live) })
      release()
    }
  }, [live, id])

  const collection = made?.id === id ? made.collection : null
  const view = useSyncExternalStore(collection?.subscribe ?? nothing, collection?.view ?? none<Item, Tally>)
  const isLost = view?.state === 'failed' && view.items === undefined
  // Equal ids mean collections of the same type.
  const remembered = (isLost ? memoryOf(live, options.organizationId).get(id) : null) as Kept<Item> | null
  return {
    data: view?.items ?? remembered?.items,
    rememberedAt: remembered?.at ?? null,
    error: view?.error ?? null,
    isError: view?.state === 'failed',
    isFetching: view === null || view.state === 'loading',
    refetch: () => collection?.retry(),
    hasMore: view?.hasMore ?? false,
    isLoadingMore: view?.state === 'loadingMore',
    moreFailed: view?.moreFailed ?? false,
    loadMore: () => collection?.loadMore(),
    tally: view?.tally,
    put: (epoch, states) => collection?.put(epoch, states),
  }
}

const nothing = () => () => undefined
const none = <Item, Tally>(): CollectionView<Item, Tally> | null => null

interface Kept<Item> {
  readonly items: readonly Item[]
  readonly at: Date
}

/** When the screens were last up to date. */
function currentAt(live: LiveActor): Date {
  const { currency, clock } = live.getSnapshot().context
  return currency.awaySince ?? clock.now()
}

/** Per live connection and organization. */
const memoryOf = memoryBy<Kept<unknown>>(100)

interface Shared {
  readonly collection: unknown
  screens: number
}

/** Per live connection. */
const shared = new WeakMap<LiveActor, Map<string, Shared>>()

function share<Item, Tally>(live: LiveActor, id: string, make: () => LiveCollection<Item, Tally>) {
  const byId = shared.get(live) ?? new Map<string, Shared>()
  shared.set(live, byId)
  const one: Shared = byId.get(id) ?? { collection: make(), screens: 0 }
  byId.set(id, one)
  one.screens += 1
  // Equal ids mean collections of the same type.
  const collection = one.collection as LiveCollection<Item, Tally>
  const release = () => {
    one.screens -= 1
    if (one.screens > 0) return
    byId.delete(id)
    collection.stop()
  }
  return { collection, release }
}
