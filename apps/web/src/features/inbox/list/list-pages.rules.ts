/** How pages, events and optimistic changes become the list. Of two states of one conversation the higher version wins. */
import { mergeStates } from '@foyer/contracts/collection.rules.ts'
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { afterStates, apart } from './day-visits.rules.ts'
import { appended, beginning, missing, type Reading, reread, totalOf } from './list-line.rules.ts'
import { drawn, emptyList, type Known, type ListModel, type Patch, shown } from './list-model.rules.ts'
import { isFree, merged, placed } from './list-placement.rules.ts'
import { belongsIn, byPlace, type ListFilters } from './list-query.rules.ts'

/** The next page is asked for this many rows before the end. */
const ROWS_AHEAD = 15

export interface Page {
  readonly items: readonly Conversation[]
  readonly epoch: string
  readonly asOf: number
  readonly cursor: string | null
}

/** [STATE-20] Another filter empties the list; the open conversation and what is under way stay. */
export function withFilters(model: ListModel, filters: ListFilters): ListModel {
  const { known, epoch, selectedId, patches, attention } = model
  return drawn({ ...emptyList(filters), known, epoch, selectedId, patches, attention })
}

/** A page is asked for: from now on what comes by the stream is kept for it. */
export function awaitingPage(model: ListModel): ListModel {
  return { ...model, incoming: { epoch: model.epoch, known: new Map() } }
}

/** [STATE-21] Page 1 replaces the list, but for what the stream has told since. */
export function withFirstPage(model: ListModel, answered: Page): ListModel {
  const { page, dayVisits } = apart(model, answered)
  const { selectedId, patches, filters } = model
  const open = page.epoch === model.epoch && selectedId !== null ? model.known.get(selectedId) : undefined
  const known = joined(open ? [open] : [], incomingOf(model, page.epoch), page.items)
  const listed = new Set(page.items.map(({ id }) => id))
  const last = page.items.at(-1)
  const inOrder = byPlace(filters)
  const belongs = (conversation: Conversation) => {
    const matches = belongsIn(conversation, filters)
    if (listed.has(conversation.id)) return matches !== false
    return matches === true && (page.items.length < CHAT_PAGE_SIZE || !last || inOrder(conversation, last) < 0)
  }
  const candidates = [...listed, ...changedSince(model, page)].flatMap((id) => shown({ known, patches }, id) ?? [])
  const order = [
    ...new Set(
      candidates
        .filter(belongs)
        .sort(inOrder)
        .map(({ id }) => id),
    ),
  ]
  return drawn({
    ...model,
    ...ending(page),
    ...beginning(page, order.length),
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

/** [STATE-22] A later page is appended and merged by id; asked for again where the reader has gone far up meanwhile. */
export function withNextPage(model: ListModel, answered: Page): ListModel {
  if (model.heldTo < model.stretches.length) return { ...model, incoming: null }
  const { page, dayVisits } = apart(model, answered)
  const known = joined([...model.known.values()], incomingOf(model, page.epoch), page.items)
  const more = additional({ ...model, known }, page.items)
  const order = [...model.order, ...more]
  const filters = { ...model.filters, page: model.filters.page + 1 }
  return drawn({
    ...model,
    ...ending(page),
    ...appended(model, page, more.length),
    filters,
    known,
    dayVisits,
    order,
    incoming: null,
  })
}

/** A stretch that had been let go, or as much of it as one answer holds; nothing where the view is elsewhere by now. */
export function withStretch(model: ListModel, reading: Reading | null, answered: Page): ListModel {
  if (reading === null || missing(model)?.stretch !== reading.stretch) return { ...model, incoming: null }
  const { page, dayVisits } = apart(model, answered)
  const inOrder = byPlace(model.filters)
  const { upTo } = reading.stretch
  const inside = upTo === null ? page.items : page.items.filter((item) => inOrder(item, upTo) <= 0)
  const known = joined([...model.known.values()], incomingOf(model, page.epoch), inside)
  const more = additional({ ...model, known }, inside)
  const line = reread(model, reading, { ...page, inside, more, inOrder })
  return drawn({ ...model, known, dayVisits, ...line, incoming: null })
}

/** Those of a page that get a row: they have none yet, don't wait behind the pill, and belong here. */
function additional(model: ListModel, items: readonly Conversation[]): string[] {
  const rows = new Set(model.order)
  return items.flatMap(({ id }) => {
    if (rows.has(id) || model.waiting.has(id)) return []
    const conversation = shown(model, id)
    return conversation !== null && belongsIn(conversation, model.filters) === false ? [] : [id]
  })
}

/** Page 1 again, quietly, for the conversations of which only the server can tell whether they belong here. */
export function withQuietPage(model: ListModel, answered: Page): ListModel {
  const { page, dayVisits } = apart(model, answered)
  const known = joined([...model.known.values()], incomingOf(model, page.epoch), page.items)
  const listed = new Set(page.items.map(({ id }) => id))
  const last = page.items.at(-1)
  const reaches = (id: string) => {
    const conversation = known.get(id)
    return (
      page.items.length < CHAT_PAGE_SIZE ||
      (conversation && last ? byPlace(model.filters)(conversation, last) <= 0 : false)
    )
  }
  const leaving = new Map(model.leaving)
  for (const id of model.order) if (!listed.has(id) && reaches(id)) leaving.set(id, 'No longer in this list')
  const rows = new Set(model.order)
  const entering = [...listed].filter((id) => !rows.has(id))
  const waiting = new Set([...model.waiting, ...entering])
  const after = { ...model, known, dayVisits, leaving, waiting, incoming: null, unsure: false }
  return isFree(after) ? merged(after) : drawn(after)
}

/** [STATE-23] Fewer than a full page, or nothing, is the end. */
function ending({ items, cursor }: Page): Pick<ListModel, 'atEnd' | 'cursor'> {
  return { atEnd: items.length < CHAT_PAGE_SIZE, cursor }
}

/** Whether a page follows those that are there, and what is held reaches to its beginning. */
export function hasMore({ atEnd, heldTo, stretches }: ListModel): boolean {
  return !atEnd && heldTo === stretches.length
}

/** Whether the view is so near the end that the next page is asked for by itself. */
export function needsMore(model: ListModel & { readonly moreFailed: boolean }): boolean {
  const { view, moreFailed, order } = model
  if (view === null || moreFailed || order.length === 0) return false
  return hasMore(model) && view.to + ROWS_AHEAD >= totalOf(model)
}

/** What the stream says. */
export function heard(model: ListModel, epoch: string, events: readonly KnownEvent[]): ListModel {
  const changed = mergeStates(conversations, new Map(), events.flatMap(conversations.select))
  return learned(model, epoch, [...changed.values()])
}

/** Conversations as they now are. Those of another life of the log belong to the snapshot that is on its way. */
export function learned(model: ListModel, epoch: string, states: readonly Conversation[]): ListModel {
  if (states.length === 0) return model
  const incoming = model.incoming && { epoch, known: withAll(incomingOf(model, epoch), states) }
  if (epoch !== (model.epoch ?? epoch)) return { ...model, incoming }
  const known = withAll(model.known, states)
  const dayVisits = afterStates(model.dayVisits, states)
  const ids = states.map(({ id }) => id)
  return placed(model, { ...model, incoming, epoch, known, dayVisits }, ids)
}

function incomingOf({ incoming }: ListModel, epoch: string): Known {
  return incoming?.epoch === epoch ? incoming.known : new Map()
}

function changedSince(model: ListModel, page: Page): string[] {
  return [...incomingOf(model, page.epoch)].flatMap(([id, { version }]) => (version > page.asOf ? [id] : []))
}

function joined(held: readonly Conversation[], incoming: Known, page: readonly Conversation[]): Known {
  return withAll(withAll(incoming, held), page)
}

function withAll(known: Known, read: readonly Conversation[]): Known {
  return mergeStates(conversations, known, read)
}

export function withPatch(model: ListModel, patch: Patch): ListModel {
  return placed(model, { ...model, patches: [...model.patches, patch] }, [patch.conversationId])
}

/** The server agreed, and this is how the conversation now is; or it did not, and the change is undone. */
export function withoutPatch(
  model: ListModel,
  key: string,
  agreed: { epoch: string; conversation: Conversation } | null,
): ListModel {
  const patch = model.patches.find((one) => one.key === key)
  if (!patch) return model
  const fits = agreed !== null && agreed.epoch === model.epoch
  const known = fits ? joined([...model.known.values()], new Map(), [agreed.conversation]) : model.known
  const after = { ...model, known, patches: model.patches.filter((one) => one !== patch) }
  return placed(model, after, [patch.conversationId])
}
