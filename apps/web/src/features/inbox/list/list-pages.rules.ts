/**
 * How pages, events and optimistic changes become the list. Between two states of one conversation the higher
 * version wins.
 */
import { mergeStates } from '@foyer/contracts/collection.rules.ts'
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { conversations, drafts } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { separateVisits, updateVisits } from './day-visits.rules.ts'
import {
  buildRows,
  displayedConversation,
  emptyList,
  type Known,
  type ListModel,
  type Patch,
} from './list-model.rules.ts'
import { isFree, mergeWaiting, placeChanged } from './list-placement.rules.ts'
import { belongsIn, comparatorOf, type ListFilters } from './list-query.rules.ts'
import {
  appendPage,
  firstSegment,
  insertSegment,
  type SegmentRequest,
  segmentToLoad,
  totalOf,
} from './list-window.rules.ts'

/** The next page is requested this many rows before the end. */
const ROWS_AHEAD = 15

export interface Page {
  readonly items: readonly Conversation[]
  readonly epoch: string
  readonly asOf: number
  readonly cursor: string | null
}

/** [STATE-20] A changed filter empties the list. The open conversation and the optimistic changes stay. */
export function withFilters(model: ListModel, filters: ListFilters): ListModel {
  const { known, epoch, selectedId, patches, attention } = model
  return buildRows({ ...emptyList(filters), known, epoch, selectedId, patches, attention })
}

/** A page is being loaded: from now on the received events are kept for it. */
export function awaitingPage(model: ListModel): ListModel {
  return { ...model, incoming: { epoch: model.epoch, known: new Map() } }
}

/** [STATE-21] Page 1 replaces the list, except for changes received since. */
export function withFirstPage(model: ListModel, answered: Page): ListModel {
  const { page, dayVisits } = separateVisits(model, answered)
  const { selectedId, patches, filters } = model
  const open = page.epoch === model.epoch && selectedId !== null ? model.known.get(selectedId) : undefined
  const known = mergeKnown(open ? [open] : [], incomingOf(model, page.epoch), page.items)
  const listed = new Set(page.items.map(({ id }) => id))
  const last = page.items.at(-1)
  const inOrder = comparatorOf(filters)
  const belongs = (conversation: Conversation) => {
    const matches = belongsIn(conversation, filters)
    if (listed.has(conversation.id)) return matches !== false
    return matches === true && (page.items.length < CHAT_PAGE_SIZE || !last || inOrder(conversation, last) < 0)
  }
  const candidates = [...listed, ...changedSince(model, page)].flatMap(
    (id) => displayedConversation({ known, patches }, id) ?? [],
  )
  const order = [
    ...new Set(
      candidates
        .filter(belongs)
        .sort(inOrder)
        .map(({ id }) => id),
    ),
  ]
  return buildRows({
    ...model,
    ...pageEnd(page),
    ...firstSegment(page, order.length),
    filters: { ...filters, page: 1 },
    epoch: page.epoch,
    known,
    dayVisits,
    incoming: null,
    paged: true,
    order,
    waiting: new Set(),
    overflown: false,
    leaving: new Map(),
    unsure: false,
  })
}

/** [STATE-22] Appends a later page and merges it by id. Does nothing when the user has scrolled far up meanwhile. */
export function withNextPage(model: ListModel, answered: Page): ListModel {
  if (model.loadedTo < model.segments.length) return { ...model, incoming: null }
  const { page, dayVisits } = separateVisits(model, answered)
  const known = mergeKnown([...model.known.values()], incomingOf(model, page.epoch), page.items)
  const more = newRowIds({ ...model, known }, page.items)
  const order = [...model.order, ...more]
  const filters = { ...model.filters, page: model.filters.page + 1 }
  return buildRows({
    ...model,
    ...pageEnd(page),
    ...appendPage(model, page, more.length),
    filters,
    known,
    dayVisits,
    order,
    incoming: null,
  })
}

/** Inserts an unloaded segment, or as much of it as one reply holds. Does nothing when the view has moved elsewhere. */
export function withSegment(model: ListModel, reading: SegmentRequest | null, answered: Page): ListModel {
  if (reading === null || segmentToLoad(model)?.segment !== reading.segment) return { ...model, incoming: null }
  const { page, dayVisits } = separateVisits(model, answered)
  const inOrder = comparatorOf(model.filters)
  const { upTo } = reading.segment
  const inside = upTo === null ? page.items : page.items.filter((item) => inOrder(item, upTo) <= 0)
  const known = mergeKnown([...model.known.values()], incomingOf(model, page.epoch), inside)
  const more = newRowIds({ ...model, known }, inside)
  const loaded = insertSegment(model, reading, { ...page, inside, more, inOrder })
  return buildRows({ ...model, known, dayVisits, ...loaded, incoming: null })
}

/** The ids of a page that get a row: they have none yet, don't wait behind the pill, and belong here. */
function newRowIds(model: ListModel, items: readonly Conversation[]): string[] {
  const rows = new Set(model.order)
  return items.flatMap(({ id }) => {
    if (rows.has(id) || model.waiting.has(id)) return []
    const conversation = displayedConversation(model, id)
    return conversation !== null && belongsIn(conversation, model.filters) === false ? [] : [id]
  })
}

/**
 * Merges page 1 without a loading state, to find out about the conversations for which only the server knows
 * whether they belong.
 */
export function withQuietPage(model: ListModel, answered: Page): ListModel {
  const { page, dayVisits } = separateVisits(model, answered)
  const known = mergeKnown([...model.known.values()], incomingOf(model, page.epoch), page.items)
  const listed = new Set(page.items.map(({ id }) => id))
  const last = page.items.at(-1)
  const reaches = (id: string) => {
    const conversation = known.get(id)
    return (
      page.items.length < CHAT_PAGE_SIZE ||
      (conversation && last ? comparatorOf(model.filters)(conversation, last) <= 0 : false)
    )
  }
  const leaving = new Map(model.leaving)
  for (const id of model.order) if (!listed.has(id) && reaches(id)) leaving.set(id, leftWords(model))
  const rows = new Set(model.order)
  const entering = [...listed].filter((id) => !rows.has(id))
  const waiting = new Set([...model.waiting, ...entering])
  const after = { ...model, known, dayVisits, leaving, waiting, incoming: null, unsure: false }
  return isFree(after) ? mergeWaiting(after) : buildRows(after)
}

function leftWords({ filters }: ListModel): string {
  return filters.tab === 'drafts' ? 'No draft any more' : 'No longer in this list'
}

/** [STATE-23] A page that is not full, or empty, is the last one. */
function pageEnd({ items, cursor }: Page): Pick<ListModel, 'atEnd' | 'cursor'> {
  return { atEnd: items.length < CHAT_PAGE_SIZE, cursor }
}

/** Whether another page follows, and the loaded rows reach to its beginning. */
export function hasMore({ atEnd, loadedTo, segments }: ListModel): boolean {
  return !atEnd && loadedTo === segments.length
}

/** Whether the view is so near to the end that the next page is requested automatically. */
export function needsMore(model: ListModel & { readonly moreFailed: boolean }): boolean {
  const { view, moreFailed, order } = model
  if (view === null || moreFailed || order.length === 0) return false
  return hasMore(model) && view.to + ROWS_AHEAD >= totalOf(model)
}

/** Applies live events. */
export function applyEvents(model: ListModel, epoch: string, events: readonly KnownEvent[]): ListModel {
  const changed = mergeStates(conversations, new Map(), events.flatMap(conversations.select))
  const after = applyRead(model, epoch, [...changed.values()])
  return after.unsure || !hasOtherDrafts(after, events) ? after : { ...after, unsure: true }
}

/** Whether the list of drafts lacks a conversation with a draft, or contains one without. */
function hasOtherDrafts({ filters, order }: ListModel, events: readonly KnownEvent[]): boolean {
  if (filters.tab !== 'drafts') return false
  return events
    .flatMap(drafts.select)
    .some((draft) => order.includes(draft.conversationId) !== (draft.message !== null))
}

/** Applies states that were read. States of another epoch are kept for the snapshot that is loading. */
export function applyRead(model: ListModel, epoch: string, states: readonly Conversation[]): ListModel {
  if (states.length === 0) return model
  const incoming = model.incoming && { epoch, known: mergeStatesInto(incomingOf(model, epoch), states) }
  if (epoch !== (model.epoch ?? epoch)) return { ...model, incoming }
  const known = mergeStatesInto(model.known, states)
  const dayVisits = updateVisits(model.dayVisits, states)
  const ids = states.map(({ id }) => id)
  return placeChanged(model, { ...model, incoming, epoch, known, dayVisits }, ids)
}

/** Applies rows that were read again because any of them may show something else. They keep their places. */
export function withRowsAgain(model: ListModel, answered: Page): ListModel {
  const { page, dayVisits } = separateVisits(model, answered)
  const after = applyRead({ ...model, dayVisits }, page.epoch, page.items)
  // Visits decide which conversations a list by day has.
  return { ...after, unsure: after.unsure || model.filters.date !== null }
}

function incomingOf({ incoming }: ListModel, epoch: string): Known {
  return incoming?.epoch === epoch ? incoming.known : new Map()
}

function changedSince(model: ListModel, page: Page): string[] {
  return [...incomingOf(model, page.epoch)].flatMap(([id, { version }]) => (version > page.asOf ? [id] : []))
}

function mergeKnown(held: readonly Conversation[], incoming: Known, page: readonly Conversation[]): Known {
  return mergeStatesInto(mergeStatesInto(incoming, held), page)
}

function mergeStatesInto(known: Known, read: readonly Conversation[]): Known {
  return mergeStates(conversations, known, read)
}

export function withPatch(model: ListModel, patch: Patch): ListModel {
  return placeChanged(model, { ...model, patches: [...model.patches, patch] }, [patch.conversationId])
}

/** Removes an optimistic change: the server confirmed it and returned the new state, or refused it. */
export function withoutPatch(
  model: ListModel,
  key: string,
  agreed: { epoch: string; conversation: Conversation } | null,
): ListModel {
  const patch = model.patches.find((one) => one.key === key)
  if (!patch) return model
  const fits = agreed !== null && agreed.epoch === model.epoch
  const known = fits ? mergeKnown([...model.known.values()], new Map(), [agreed.conversation]) : model.known
  const after = { ...model, known, patches: model.patches.filter((one) => one !== patch) }
  return placeChanged(model, after, [patch.conversationId])
}
