/**
 * The list as a sequence of rows, of which only those near the view are loaded. The sequence consists of segments: each
 * begins at a page cursor and ends at the sort position of a row. Segments far from the view are unloaded, and only their
 * number of rows is kept, so that nothing moves. When the user scrolls back to them they are loaded again.
 *
 *     segments    0   1   2   3   4   5   6
 *     loaded              ^^^^^^^^^             loadedFrom 2, loadedTo 5
 *     rows        above   | order |   below
 */
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { SortFields } from '@foyer/contracts/inbox/filter.rules.ts'

/** A run of rows that is loaded and unloaded as a whole. */
interface Segment {
  /** The page cursor of its first row; null at the beginning of the list. */
  readonly cursor: string | null
  /** The sort position of its last row when it was read. Null: the segment reaches to the end of the list. */
  readonly upTo: SortFields | null
  /** The number of rows that it has, or had when it was unloaded. */
  readonly size: number
}

export interface ListWindow {
  readonly segments: readonly Segment[]
  /** The range of loaded segments; `loadedTo` is excluded. */
  readonly loadedFrom: number
  readonly loadedTo: number
  /** The number of unloaded rows before and after the loaded ones. */
  readonly above: number
  readonly below: number
  /** The sort position of the first row when it was unloaded. */
  readonly top: SortFields | null
}

/** The visible rows by their index in the whole list; `to` is included. */
export interface View {
  readonly from: number
  readonly to: number
}

/** A segment that is to be loaded again, and its index. */
export interface SegmentRequest {
  readonly at: number
  readonly segment: Segment
}

/** The most rows of one segment. A segment that grew beyond it is loaded in several requests. */
export const SEGMENT_ROWS = 5 * CHAT_PAGE_SIZE
/** KEPT_ROWS stay loaded on either side of the view. AHEAD_ROWS from the end of the loaded rows, more are requested. */
const KEPT_ROWS = 150
const AHEAD_ROWS = 60

export const emptyWindow: ListWindow = { segments: [], loadedFrom: 0, loadedTo: 0, above: 0, below: 0, top: null }

/** The number of rows in the list, loaded or not. */
export function totalOf({ above, order, below }: ListWindow & { readonly order: readonly string[] }): number {
  return above + order.length + below
}

interface PageRead {
  readonly items: readonly SortFields[]
  readonly cursor: string | null
}

export function firstSegment({ items }: PageRead, size: number): ListWindow {
  const upTo = items.length < CHAT_PAGE_SIZE ? null : sortFieldsOf(items.at(-1))
  return { ...emptyWindow, segments: [{ cursor: null, upTo, size }], loadedTo: 1 }
}

/**
 * Adds a page after the last row, `size` rows of which are new. Without a cursor no segment could begin here, so
 * the last one grows.
 */
export function appendPage(
  list: ListWindow & { readonly cursor: string | null },
  { items }: PageRead,
  size: number,
): Partial<ListWindow> {
  const { segments, cursor } = list
  const last = segments.at(-1)
  const upTo = items.length < CHAT_PAGE_SIZE ? null : sortFieldsOf(items.at(-1))
  if (!last) return {}
  if (last.size < SEGMENT_ROWS || cursor === null) {
    return { segments: [...segments.slice(0, -1), { ...last, upTo, size: last.size + size }] }
  }
  return { segments: [...segments, { cursor, upTo, size }], loadedTo: segments.length + 1 }
}

interface SegmentReply extends PageRead {
  /** `inside` are the items within the segment, and `more` those of them that get a row. */
  readonly inside: readonly SortFields[]
  readonly more: readonly string[]
  readonly inOrder: (left: SortFields, right: SortFields) => number
}

type Rows = ListWindow & { readonly order: readonly string[] }

/** Puts a segment that was loaded again beside the loaded rows, or in place of them when it is far away. */
export function insertSegment(
  list: Rows,
  { at, segment }: SegmentRequest,
  { items, cursor, inside, more, inOrder }: SegmentReply,
): Rows {
  const last = sortFieldsOf(inside.at(-1))
  const isWhole =
    cursor === null ||
    last === null ||
    inside.length < items.length ||
    (segment.upTo && inOrder(last, segment.upTo) >= 0)
  const size = more.length
  const parts: Segment[] = isWhole
    ? [{ ...segment, size }]
    : [
        { cursor: segment.cursor, upTo: last, size },
        { cursor, upTo: segment.upTo, size: Math.max(0, segment.size - size) },
      ]
  const segments = [...list.segments.slice(0, at), ...parts, ...list.segments.slice(at + 1)]
  const added = parts.length - 1
  const next = { ...list, segments }
  if (at === list.loadedTo) return withRowCounts({ ...next, order: [...list.order, ...more], loadedTo: at + 1 })
  if (at !== list.loadedFrom - 1) return withRowCounts({ ...next, order: more, loadedFrom: at, loadedTo: at + 1 })
  const moved = { loadedFrom: list.loadedFrom + added, loadedTo: list.loadedTo + added }
  // The rows missing between this part and the loaded rows are requested next.
  if (!isWhole) return withRowCounts({ ...next, ...moved })
  return withRowCounts({ ...next, order: [...more, ...list.order], loadedFrom: at })
}

/** The unloaded segment that is in view or about to be, or null. */
export function segmentToLoad(list: Rows & { readonly view: View | null }): SegmentRequest | null {
  const { view, above, order, loadedFrom, loadedTo, segments } = list
  if (view === null || segments.length === 0) return null
  const end = above + order.length
  const total = totalOf(list)
  const [from, to] = [Math.min(view.from, total - 1), Math.min(view.to, total - 1)]
  const [before, after] = [segments[loadedFrom - 1], segments[loadedTo]]
  if (before && from - AHEAD_ROWS < above) {
    return to >= above - before.size - AHEAD_ROWS ? { at: loadedFrom - 1, segment: before } : segmentAt(list, from)
  }
  if (after && to + AHEAD_ROWS >= end) {
    return from < end + after.size + AHEAD_ROWS ? { at: loadedTo, segment: after } : segmentAt(list, from)
  }
  return null
}

function segmentAt({ segments }: ListWindow, row: number): SegmentRequest | null {
  let first = 0
  for (const [at, segment] of segments.entries()) {
    first += segment.size
    if (row < first) return { at, segment }
  }
  return null
}

/** Unloads whole segments that are far from the view. */
export function unloadFar<Model extends Rows & { readonly view: View | null }>(
  list: Model,
  sortFieldsOfRow: (id: string) => SortFields | null,
): Model {
  const { view, segments, order } = list
  if (view === null) return list
  let { loadedFrom, loadedTo, above } = list
  let [start, end] = [0, order.length]
  const sizeOf = (at: number) => segments[at]?.size ?? 0
  while (loadedTo - loadedFrom > 1 && above + sizeOf(loadedFrom) < view.from - KEPT_ROWS) {
    above += sizeOf(loadedFrom)
    start += sizeOf(loadedFrom)
    loadedFrom += 1
  }
  while (loadedTo - loadedFrom > 1 && above + (end - start) - sizeOf(loadedTo - 1) > view.to + KEPT_ROWS) {
    end -= sizeOf(loadedTo - 1)
    loadedTo -= 1
  }
  if (start === 0 && end === order.length) return list
  const [first] = order
  const top = list.loadedFrom === 0 && start > 0 && first !== undefined ? sortFieldsOfRow(first) : list.top
  return withRowCounts({ ...list, order: order.slice(start, end), loadedFrom, loadedTo, top })
}

/**
 * Sorts the rows again and assigns each to the segment of its sort position. Rows beyond the loaded segments are
 * dropped.
 */
export function sortRows(list: Rows, sorted: readonly SortFields[], inOrder: SegmentReply['inOrder']): Rows {
  const segments = [...list.segments]
  let row = 0
  for (let at = list.loadedFrom; at < list.loadedTo; at++) {
    const segment = segments[at]
    if (!segment) continue
    const start = row
    const isLast = at === segments.length - 1
    const isInside = (fields: SortFields) => isLast || segment.upTo === null || inOrder(fields, segment.upTo) <= 0
    while (row < sorted.length && isInside(sorted[row] as SortFields)) row += 1
    segments[at] = { ...segment, size: row - start }
  }
  return { ...list, segments, order: sorted.slice(0, row).map(({ id }) => id) }
}

export function withoutRow<Model extends Rows>(list: Model, id: string): Model {
  const index = list.order.indexOf(id)
  if (index < 0) return list
  let last = 0
  const at = list.segments.findIndex((segment, nth) => {
    if (nth >= list.loadedFrom) last += segment.size
    return nth >= list.loadedFrom && index < last
  })
  const segments = list.segments.map((segment, nth) => (nth === at ? { ...segment, size: segment.size - 1 } : segment))
  return { ...list, segments, order: list.order.filter((one) => one !== id) }
}

/** Keeps only the first rows and forgets the rest; later rows are requested by page. */
export function keepFirstRows<Model extends Rows>(list: Model, rows: number): Model {
  const order = list.order.slice(0, rows)
  return { ...list, ...emptyWindow, order, segments: [{ cursor: null, upTo: null, size: order.length }], loadedTo: 1 }
}

/** Whether a position is among the loaded or new rows, and not among the unloaded ones. */
export function isAmongLoaded(list: Rows, row: SortFields, inOrder: SegmentReply['inOrder']): boolean {
  const { segments, loadedFrom, loadedTo, top } = list
  const [before, last] = [segments[loadedFrom - 1]?.upTo, segments[loadedTo - 1]?.upTo]
  const isBelow = loadedTo < segments.length && last && inOrder(row, last) > 0
  const isAbove = before && inOrder(row, before) <= 0 && !(top && inOrder(row, top) < 0)
  return !isBelow && !isAbove
}

function withRowCounts<Model extends Rows>(list: Model): Model {
  const sum = (segments: readonly Segment[]) => segments.reduce((total, { size }) => total + size, 0)
  const { segments, loadedFrom, loadedTo } = list
  return { ...list, above: sum(segments.slice(0, loadedFrom)), below: sum(segments.slice(loadedTo)) }
}

function sortFieldsOf(row: SortFields | undefined): SortFields | null {
  if (row === undefined) return null
  const { id, status, timestamp, waitingSince } = row
  return { id, status, timestamp, waitingSince }
}
