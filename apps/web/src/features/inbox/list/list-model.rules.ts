/** What the conversation list knows and what it shows. The two differ on purpose: nothing moves under the pointer. */
import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import type { DayVisits } from './day-visits.rules.ts'
import { emptyLine, type Line, type View } from './list-line.rules.ts'
import type { ListFilters } from './list-query.rules.ts'

export interface Row {
  readonly conversation: Conversation
  /** In a list by day the visit of that day. */
  readonly visit: Visit | null
  /** Why it no longer belongs here ("Closed"), for the moments that it stays. */
  readonly leaving: string | null
  /** It has just come, or has just been written to. */
  readonly fresh: boolean
  readonly selected: boolean
}

/** A change that is shown before the server has agreed to it. */
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

export interface ListModel extends Line {
  readonly filters: ListFilters
  /** The life of the log that `known` is of; null before anything is known. */
  readonly epoch: string | null
  /** As the server has it, of the rows, of what waits behind the pill, and of the open one. */
  readonly known: Known
  readonly dayVisits: DayVisits
  readonly patches: readonly Patch[]
  /** What came while a page was on its way: the page may not reflect it. Null while none is. */
  readonly incoming: { readonly epoch: string | null; readonly known: Known } | null
  /** Page 1 is there. Before it nothing has a place, and only the open conversation is known. */
  readonly paged: boolean
  /** The rows as they stand, of the stretches that are held. */
  readonly order: readonly string[]
  /** What the reader sees of the list; null before anything was drawn. */
  readonly view: View | null
  /** New and moved rows that are held behind the pill. */
  readonly waiting: ReadonlySet<string>
  /** More came than the pill holds: only page 1 can tell what is new. */
  readonly overflown: boolean
  /** Rows that are kept in mind though they may be let go: what is selected. */
  readonly pinned: ReadonlySet<string>
  readonly leaving: ReadonlyMap<string, string>
  readonly fresh: ReadonlySet<string>
  readonly selectedId: string | null
  readonly attention: Attention
  readonly cursor: string | null
  readonly atEnd: boolean
  /** Something changed of which only the server can tell whether it belongs here. */
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
    ...emptyLine,
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

/** A conversation as the screen shows it: the server's, with what this person has just done to it. */
export function shown({ known, patches }: Pick<ListModel, 'known' | 'patches'>, id: string): Conversation | null {
  const conversation = known.get(id)
  if (!conversation) return null
  const mine = patches.filter((patch) => patch.conversationId === id)
  return mine.length === 0 ? conversation : Object.assign({}, conversation, ...mine.map(({ change }) => change))
}

export function selectedConversation(model: ListModel): Conversation | null {
  return model.selectedId === null ? null : shown(model, model.selectedId)
}

/** Rows that did not change stay the same objects, so that only what changed is drawn; what nothing shows is let go. */
export function drawn(model: ListModel): ListModel {
  const { order, waiting, pinned, selectedId, patches } = model
  const kept = new Set([...order, ...waiting, ...pinned, ...patches.map((patch) => patch.conversationId)])
  if (selectedId !== null) kept.add(selectedId)
  const known = new Map([...model.known].filter(([id]) => kept.has(id)))
  const before = new Map(model.rows.map((row) => [row.conversation.id, row]))
  const rows = order.flatMap((id) => {
    const conversation = shown({ known, patches }, id)
    if (!conversation) return []
    return [sameRow(before.get(id), rowOf(model, conversation))]
  })
  return { ...model, known, rows: sameRows(model.rows, rows), held: waiting.size }
}

/** Nothing is drawn where nothing changed. */
function sameRows(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return before.length === after.length && after.every((row, place) => row === before[place]) ? before : after
}

function rowOf({ dayVisits, leaving, fresh, selectedId }: ListModel, conversation: Conversation): Row {
  const { id } = conversation
  const visit = dayVisits.get(id) ?? null
  return { conversation, visit, leaving: leaving.get(id) ?? null, fresh: fresh.has(id), selected: id === selectedId }
}

function sameRow(before: Row | undefined, after: Row): Row {
  const isSame =
    before !== undefined &&
    before.conversation === after.conversation &&
    before.visit === after.visit &&
    before.leaving === after.leaving &&
    before.fresh === after.fresh &&
    before.selected === after.selected
  return isSame ? before : after
}
