/** The wallboard as one fold: a snapshot and the events after it give the same board as a newer snapshot. */
import { applyEvents, type Collection } from '../collection.rules.ts'
import type { Counts } from '../counts.rules.ts'
import type { KnownEvent } from '../events.ts'
import { tabLetters } from '../patients/letters.rules.ts'
import type { BoardDay, BoardRow } from './board.ts'
import type { Desk } from './desk.ts'

/** A wait is late after the first time and overdue after the second. */
export const LATE_MINUTES = 15
export const OVERDUE_MINUTES = 60
/** The most rows of a snapshot. */
export const BOARD_ROWS_MAX = 5000

/** One of the things on the board, so that a single collection holds all of them. */
export type BoardItem =
  | (BoardRow & { readonly kind: 'row' })
  | (Desk & { readonly kind: 'desk' })
  | (BoardDay & { readonly kind: 'day' })

export interface Board {
  /** The longest waits first, then the conversations that only have an undelivered text. */
  readonly rows: readonly BoardRow[]
  /** By name. */
  readonly desks: readonly Desk[]
  readonly day: BoardDay | null
}

export const boardItems: Collection<BoardItem> = {
  select(event) {
    if (event.type === 'board.changed') return [{ ...event.data, kind: 'row' }]
    if (event.type === 'desk.changed') return [{ ...event.data, kind: 'desk' }]
    if (event.type === 'day.changed') return [{ ...event.data, kind: 'day' }]
    return []
  },
  key: (item) => `${item.kind} ${idOf(item)}`,
  order: (left, right) => (sortKey(left) < sortKey(right) ? -1 : 1),
}

function idOf(item: BoardItem): string {
  if (item.kind === 'row') return item._id
  return item.kind === 'desk' ? item.userId : 'of the organization'
}

function sortKey(item: BoardItem): string {
  if (item.kind === 'row') return `1 ${item.waitingSince ?? '~'} ${item._id}`
  return item.kind === 'desk' ? `2 ${item.name} ${item.userId}` : '3'
}

/** Whether the item is still on the board; the state of one that left is kept, because its version matters. */
export function isOnBoard(item: BoardItem): boolean {
  return item.kind !== 'row' || item.waitingSince !== null || item.failed
}

export function itemsOf(board: Board): BoardItem[] {
  return [
    ...board.rows.map((row) => ({ ...row, kind: 'row' as const })),
    ...board.desks.map((desk) => ({ ...desk, kind: 'desk' as const })),
    ...(board.day === null ? [] : [{ ...board.day, kind: 'day' as const }]),
  ]
}

/** The board that these items make up, sorted. */
export function boardOf(items: readonly BoardItem[]): Board {
  const shown = items.filter(isOnBoard).toSorted(boardItems.order)
  const day = shown.find((item) => item.kind === 'day') ?? null
  return {
    rows: shown.flatMap((item) => (item.kind === 'row' ? [item] : [])),
    desks: shown.flatMap((item) => (item.kind === 'desk' && isOfDay(item, day) ? [item] : [])),
    day,
  }
}

/** A desk that went off on a former day is not one of today. */
function isOfDay({ state, since }: Desk, day: BoardDay | null): boolean {
  return state !== 'off' || day === null || since >= day.since
}

export interface BoardState {
  readonly items: ReadonlyMap<string, BoardItem>
  readonly counts: Counts
  readonly seq: number
  /** The time of the last event; null before the first. */
  readonly at: string | null
}

export function boardState(board: Board, { counts, seq }: Pick<BoardState, 'counts' | 'seq'>): BoardState {
  return { items: new Map(itemsOf(board).map((item) => [boardItems.key(item), item])), counts, seq, at: null }
}

/** Every event moves the counts; one that the state holds already changes nothing. */
export function applyBoard(state: BoardState, event: KnownEvent): BoardState {
  if (event.seq <= state.seq) return state
  const { seq, counts, at } = event
  return { items: applyEvents(boardItems, state.items, [event]), counts, seq, at }
}

interface Shown {
  readonly id: string
  readonly name: string
  readonly requestType: BoardRow['requestType']
  readonly type: BoardRow['channel']
  readonly waitingSince: string | null
  readonly staffAssigned: readonly string[]
  readonly failed: boolean
}

/** The one builder of a row, for snapshots and events. */
export function boardRow({ id, name, type, staffAssigned, ...same }: Shown, version: number): BoardRow {
  const { requestType, waitingSince, failed } = same
  return {
    ...{ _id: id, letters: (tabLetters(name) ?? []).join(''), requestType, channel: type },
    ...{ waitingSince, assigned: [...staffAssigned], failed, version },
  }
}
