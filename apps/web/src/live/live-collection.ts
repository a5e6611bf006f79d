/**
 * A collection that a screen reads and the stream keeps current, such as mentions, visits or imports. It is always one of
 * the readers that the "Live" sign waits for.
 *
 *     const mentions = createLiveCollection({
 *       ...{ live, organizationId, newId, random },
 *       collection: contracts.mentions,
 *       read: async (cursor, signal) => pageOf(await api('mentions', { query: { organizationId, ...cursor }, signal })),
 *     })
 */
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import { createActor, fromPromise } from 'xstate'
import { linkReader, watchReturn, watchTopic } from './links.ts'
import type { LiveActor } from './live.machine.ts'
import { collectionMachine } from './live-collection.machine.ts'
import { type CollectionModel, type CollectionRules, type Page, shownItems } from './live-collection.rules.ts'

export interface CollectionDependencies<Item, Tally> extends CollectionRules<Item, Tally> {
  readonly live: LiveActor
  readonly organizationId: string
  /**
   * The topic that is the audience of the items' events, if they have one. It is watched until the collection stops.
   */
  readonly topic?: Topic
  /** Reads all pages, one after another. */
  readonly whole?: boolean
  /** Reads the page that the cursor leads to, or the first. */
  readonly read: (cursor: { cursor?: string }, signal: AbortSignal) => Promise<Page<Item, Tally>>
  readonly random: () => number
  readonly newId: () => string
}

/** A collection as a screen shows it. The object changes with every change and stays the same in between. */
export interface CollectionView<Item, Tally> {
  /** In display order; undefined before the first reading. */
  readonly items: readonly Item[] | undefined
  /** By key, including the items that the filter hides. */
  readonly held: ReadonlyMap<string, Item>
  readonly tally: Tally | undefined
  readonly state: 'loading' | 'ready' | 'loadingMore' | 'failed'
  readonly error: unknown
  readonly hasMore: boolean
  readonly moreFailed: boolean
}

export interface LiveCollection<Item, Tally> {
  readonly view: () => CollectionView<Item, Tally>
  readonly subscribe: (listener: () => void) => () => void
  readonly loadMore: () => void
  readonly retry: () => void
  /** Applies states from the answer to a call of this person. */
  readonly put: (epoch: string, states: readonly Item[]) => void
  readonly stop: () => void
}

/** The number of attempts to read all pages within one epoch; pages of two epochs don't fit together. */
const EPOCHS_MAX = 3

export function createLiveCollection<Item extends object, Tally = undefined>(
  parts: CollectionDependencies<Item, Tally>,
): LiveCollection<Item, Tally> {
  const { live, organizationId, topic, whole = false, read, random, newId } = parts
  const actor = createActor(
    collectionMachine(parts).provide({
      actors: {
        read: fromPromise(({ input, signal }) =>
          readPages(read, whole ? Number.POSITIVE_INFINITY : input.pages, signal),
        ),
        readMore: fromPromise(({ input: { cursor }, signal }) => read(cursor === null ? {} : { cursor }, signal)),
      },
    }),
    { input: { random } },
  )
  const reader = `collection ${newId()}`
  let leave: (() => void) | null = null
  const join = () => {
    leave ??= linkReader(
      {
        ...{ live, organizationId, reader },
        onChanges: (event) => {
          if (event.type === 'resync') return actor.send({ type: 'live.resync' })
          actor.send({ type: 'live.events', epoch: event.epoch, events: event.events })
        },
      },
      actor,
    )
  }
  actor.on('asked', join)
  // A screen without items is current without this reader. A screen that still shows items of an older reading is not.
  actor.on('gaveUp', () => {
    if (actor.getSnapshot().context.model.read !== null) return
    leave?.()
    leave = null
  })
  join()
  const unwatch = topic && watchTopic({ ...{ live, organizationId, topic }, onJoined: joinedAt })
  function joinedAt(joined: { epoch: string; head: number }) {
    actor.send({ type: 'live.watched', ...joined })
  }
  const leaveReturn = watchReturn(live, () => actor.send({ type: 'live.back' }))
  actor.start()

  let shown: { model: CollectionModel<Item, Tally>; view: CollectionView<Item, Tally> } | null = null

  return {
    view() {
      const { context, value } = actor.getSnapshot()
      const { model, error, moreFailed } = context
      const state = value === 'rereading' ? 'loading' : value
      const before = shown?.view
      const isSame = before?.state === state && before.error === error && before.moreFailed === moreFailed
      if (!isSame || shown?.model !== model)
        shown = { model, view: { ...contentOf(parts, model), state, error, moreFailed } }
      return shown.view
    },
    subscribe(listener) {
      const link = actor.subscribe(listener)
      return () => link.unsubscribe()
    },
    loadMore: () => actor.send({ type: 'more.requested' }),
    retry: () => actor.send({ type: 'retry.requested' }),
    put(epoch, states) {
      // An answer may arrive after the person has left the screen.
      if (actor.getSnapshot().status === 'active') actor.send({ type: 'states.put', epoch, states })
    },
    stop() {
      unwatch?.()
      leaveReturn()
      leave?.()
      actor.stop()
    },
  }
}

function contentOf<Item extends object, Tally>(
  rules: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
): Pick<CollectionView<Item, Tally>, 'items' | 'held' | 'tally' | 'hasMore'> {
  return {
    items: model.read === null ? undefined : shownItems(rules, model),
    held: model.held,
    tally: model.tally?.value,
    hasMore: model.cursor !== null,
  }
}

type Pages<Item, Tally> = [Page<Item, Tally>, ...Page<Item, Tally>[]]

async function readPages<Item, Tally>(
  read: CollectionDependencies<Item, Tally>['read'],
  count: number,
  signal: AbortSignal,
): Promise<Pages<Item, Tally>> {
  for (let epochs = 1; ; epochs += 1) {
    const pages: Pages<Item, Tally> = [await read({}, signal)]
    for (let { cursor } = pages[0]; cursor !== null && pages.length < count; ) {
      const page = await read({ cursor }, signal)
      pages.push(page)
      cursor = page.cursor
    }
    if (pages.every(({ epoch }) => epoch === pages[0].epoch)) return pages
    if (epochs === EPOCHS_MAX) throw new Error('The log begins a new epoch again and again')
  }
}
