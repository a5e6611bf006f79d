/**
 * The state of the conversation list and the rows that it shows. The two differ on purpose: no row moves under the
 * pointer.
 */
import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { hasStatus } from '@foyer/contracts/inbox/filter.rules.ts'
import { isEveryStatus, SCREEN_STATUS, STATUS } from '@foyer/contracts/inbox/status.rules.ts'
import { statusLabel } from '../status-labels.rules.ts'
import type { DayVisits } from './day-visits.rules.ts'
import type { ListFilters } from './list-query.rules.ts'
import { emptyWindow, type ListWindow, type View } from './list-window.rules.ts'

export interface Row {
  readonly conversation: Conversation
  /** The visit of the day, in a list by day. */
  readonly visit: Visit | null
  /** Why the row no longer belongs here ("Resolved"), while it is still shown. */
  readonly leaving: string | null
  /** The row is new, or a message has just arrived in it. */
  readonly fresh: boolean
  readonly selected: boolean
  /** The status, in a search whose chosen statuses do not include it, and in a view of every status unless it is open. */
  readonly status: string | null
}

/** An optimistic change, shown before the server confirms it. */
export interface Patch {
  readonly key: string
  readonly conversationId: string
  readonly change: Partial<Conversation>
}

export interface Attention {
  readonly atTop: boolean
  readonly hovering: boolean
  readonly focused: boolean
}

export type Known = ReadonlyMap<string, Conversation>

export interface ListModel extends ListWindow {
  readonly filters: ListFilters
  /** The epoch of the versions in `known`; null before anything is known. */
  readonly epoch: string | null
  /** The server's state of the conversations in rows, behind the pill, and of the open one. */
  readonly known: Known
  readonly dayVisits: DayVisits
  readonly patches: readonly Patch[]
  /**
   * The changes received while a page is loading, because the page may not contain them. Null while none is
   * loading.
   */
  readonly incoming: { readonly epoch: string | null; readonly known: Known } | null
  /** Page 1 is loaded. Before that no conversation has a row, and only the open one is known. */
  readonly paged: boolean
  /** The ids of the rows in the loaded segments, in order. */
  readonly order: readonly string[]
  /** The rows that the user sees; null before the first render. */
  readonly view: View | null
  /** New and moved rows that wait behind the pill. */
  readonly waiting: ReadonlySet<string>
  /** More rows arrived than the pill holds, so page 1 has to be loaded again. */
  readonly overflown: boolean
  /** Conversations that stay in `known` though their rows may be unloaded, because they are selected. */
  readonly pinned: ReadonlySet<string>
  readonly leaving: ReadonlyMap<string, string>
  readonly fresh: ReadonlySet<string>
  readonly selectedId: string | null
  readonly attention: Attention
  readonly cursor: string | null
  readonly atEnd: boolean
  /** A conversation changed, and only the server can tell whether it belongs here. */
  readonly unsure: boolean
  readonly rows: readonly Row[]
  readonly held: number
}

export function emptyList(filters: ListFilters): ListModel {
  return {
    filters,
    epoch: null,
    known: new Map(),
    dayVisits: new Map(),
    patches: [],
    incoming: null,
    paged: false,
    ...emptyWindow,
    order: [],
    view: null,
    waiting: new Set(),
    overflown: false,
    pinned: new Set(),
    leaving: new Map(),
    fresh: new Set(),
    selectedId: null,
    attention: { atTop: true, hovering: false, focused: false },
    cursor: null,
    atEnd: false,
    unsure: false,
    rows: [],
    held: 0,
  }
}

/** The conversation as the screen shows it: the server's state with the user's optimistic changes. */
export function displayedConversation(
  { known, patches }: Pick<ListModel, 'known' | 'patches'>,
  id: string,
): Conversation | null {
  const conversation = known.get(id)
  if (!conversation) return null
  const mine = patches.filter((patch) => patch.conversationId === id)
  return mine.length === 0 ? conversation : Object.assign({}, conversation, ...mine.map(({ change }) => change))
}

export function selectedConversation(model: ListModel): Conversation | null {
  return model.selectedId === null ? null : displayedConversation(model, model.selectedId)
}

/**
 * Builds the rows and drops what no row needs. Unchanged rows stay the same objects, so that only changed rows
 * render.
 */
export function buildRows(model: ListModel): ListModel {
  const { order, waiting, pinned, selectedId, patches } = model
  const kept = new Set([...order, ...waiting, ...pinned, ...patches.map((patch) => patch.conversationId)])
  if (selectedId !== null) kept.add(selectedId)
  const known = new Map([...model.known].filter(([id]) => kept.has(id)))
  const before = new Map(model.rows.map((row) => [row.conversation.id, row]))
  const rows = order.flatMap((id) => {
    const conversation = displayedConversation({ known, patches }, id)
    if (!conversation) return []
    return [sameRow(before.get(id), rowOf(model, conversation))]
  })
  return { ...model, known, rows: sameRows(model.rows, rows), held: waiting.size }
}

/** Keeps the old array when no row changed, so that nothing renders. */
function sameRows(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return before.length === after.length && after.every((row, place) => row === before[place]) ? before : after
}

function rowOf({ dayVisits, leaving, fresh, selectedId, filters }: ListModel, conversation: Conversation): Row {
  const { id } = conversation
  const visit = dayVisits.get(id) ?? null
  const expected = isEveryStatus(filters.tab) ? SCREEN_STATUS : filters.search === '' ? STATUS.ALL : filters.status
  const isOther = !hasStatus(conversation, expected)
  const status = isOther ? statusLabel(conversation.status) : null
  const [isFresh, selected] = [fresh.has(id), id === selectedId]
  return { conversation, visit, leaving: leaving.get(id) ?? null, fresh: isFresh, selected, status }
}

function sameRow(before: Row | undefined, after: Row): Row {
  const isSame =
    before !== undefined &&
    before.conversation === after.conversation &&
    before.visit === after.visit &&
    before.leaving === after.leaving &&
    before.fresh === after.fresh &&
    before.selected === after.selected &&
    before.status === after.status
  return isSame ? before : after
}
