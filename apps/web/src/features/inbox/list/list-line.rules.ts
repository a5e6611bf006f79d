/**
 * The list as one line of rows, of which only those about the view are held. The line is made of stretches: each begins
 * where a cursor leads, and ends at the place of a row. Stretches far from the view are let go, but for how many rows they
 * had, so that nothing moves; scrolled back to, they are asked for again.
 *
 *     stretches   0   1   2   3   4   5   6
 *     held                ^^^^^^^^^             heldFrom 2, heldTo 5
 *     rows        above   | order |   below
 */
import { CHAT_PAGE_SIZE } from '@foyer/contracts/defaults.ts'
import type { Place } from '@foyer/contracts/inbox/filter.rules.ts'

interface Stretch {
  /** Leads to its first row; null at the beginning of the list. */
  readonly cursor: string | null
  /** Where its last row stood when it was read. Null: it reaches to the end of the list, wherever that is. */
  readonly upTo: Place | null
  /** The rows that it has, or had when it was let go. */
  readonly size: number
}

export interface Line {
  readonly stretches: readonly Stretch[]
  /** The stretches that are held: one beside the other, the second number excluded. */
  readonly heldFrom: number
  readonly heldTo: number
  /** Rows that were let go, before and after those that are held. */
  readonly above: number
  readonly below: number
  /** Where the first row stood when it was let go. */
  readonly top: Place | null
}

/** Rows by their number in the whole line, the last one included. */
export interface View {
  readonly from: number
  readonly to: number
}

/** What is asked for again. */
export interface Reading {
  readonly at: number
  readonly stretch: Stretch
}

/** Of one stretch; a stretch that has grown since is read in several answers. */
export const STRETCH_ROWS = 5 * CHAT_PAGE_SIZE
/** Kept on either side of the view; and how near to the view the end of what is held may come before more is asked for. */
const KEPT_ROWS = 150
const AHEAD_ROWS = 60

export const emptyLine: Line = { stretches: [], heldFrom: 0, heldTo: 0, above: 0, below: 0, top: null }

/** The rows that a list has, held or not. */
export function totalOf({ above, order, below }: Line & { readonly order: readonly string[] }): number {
  return above + order.length + below
}

interface Read {
  readonly items: readonly Place[]
  readonly cursor: string | null
}

export function beginning({ items }: Read, size: number): Line {
  const upTo = items.length < CHAT_PAGE_SIZE ? null : placeOf(items.at(-1))
  return { ...emptyLine, stretches: [{ cursor: null, upTo, size }], heldTo: 1 }
}

/** What follows the last row of all, so many of which are new; without a cursor nothing could begin here. */
export function appended(
  line: Line & { readonly cursor: string | null },
  { items }: Read,
  size: number,
): Partial<Line> {
  const { stretches, cursor } = line
  const last = stretches.at(-1)
  const upTo = items.length < CHAT_PAGE_SIZE ? null : placeOf(items.at(-1))
  if (!last) return {}
  if (last.size < STRETCH_ROWS || cursor === null) {
    return { stretches: [...stretches.slice(0, -1), { ...last, upTo, size: last.size + size }] }
  }
  return { stretches: [...stretches, { cursor, upTo, size }], heldTo: stretches.length + 1 }
}

interface Reread extends Read {
  /** Of the items those that are of the stretch, and of these the ones that get a row. */
  readonly inside: readonly Place[]
  readonly more: readonly string[]
  readonly inOrder: (left: Place, right: Place) => number
}

type Rows = Line & { readonly order: readonly string[] }

/** A stretch was read again: it stands beside what is held, or, far from that, in its place. */
export function reread(line: Rows, { at, stretch }: Reading, { items, cursor, inside, more, inOrder }: Reread): Rows {
  const last = placeOf(inside.at(-1))
  const isWhole =
    cursor === null ||
    last === null ||
    inside.length < items.length ||
    (stretch.upTo && inOrder(last, stretch.upTo) >= 0)
  const size = more.length
  const parts: Stretch[] = isWhole
    ? [{ ...stretch, size }]
    : [
        { cursor: stretch.cursor, upTo: last, size },
        { cursor, upTo: stretch.upTo, size: Math.max(0, stretch.size - size) },
      ]
  const stretches = [...line.stretches.slice(0, at), ...parts, ...line.stretches.slice(at + 1)]
  const added = parts.length - 1
  const next = { ...line, stretches }
  if (at === line.heldTo) return measured({ ...next, order: [...line.order, ...more], heldTo: at + 1 })
  if (at !== line.heldFrom - 1) return measured({ ...next, order: more, heldFrom: at, heldTo: at + 1 })
  const moved = { heldFrom: line.heldFrom + added, heldTo: line.heldTo + added }
  // What is missing between it and what is held, is asked for next.
  if (!isWhole) return measured({ ...next, ...moved })
  return measured({ ...next, order: [...more, ...line.order], heldFrom: at })
}

/** What is to be asked for again, where the view is or soon will be. */
export function missing(line: Rows & { readonly view: View | null }): Reading | null {
  const { view, above, order, heldFrom, heldTo, stretches } = line
  if (view === null || stretches.length === 0) return null
  const end = above + order.length
  const total = totalOf(line)
  const [from, to] = [Math.min(view.from, total - 1), Math.min(view.to, total - 1)]
  const [before, after] = [stretches[heldFrom - 1], stretches[heldTo]]
  if (before && from - AHEAD_ROWS < above) {
    return to >= above - before.size - AHEAD_ROWS ? { at: heldFrom - 1, stretch: before } : stretchAt(line, from)
  }
  if (after && to + AHEAD_ROWS >= end) {
    return from < end + after.size + AHEAD_ROWS ? { at: heldTo, stretch: after } : stretchAt(line, from)
  }
  return null
}

function stretchAt({ stretches }: Line, row: number): Reading | null {
  let first = 0
  for (const [at, stretch] of stretches.entries()) {
    first += stretch.size
    if (row < first) return { at, stretch }
  }
  return null
}

/** What is far from the view is let go, in whole stretches. */
export function lettingGo<Model extends Rows & { readonly view: View | null }>(
  line: Model,
  placeOfRow: (id: string) => Place | null,
): Model {
  const { view, stretches, order } = line
  if (view === null) return line
  let { heldFrom, heldTo, above } = line
  let [start, end] = [0, order.length]
  const sizeOf = (at: number) => stretches[at]?.size ?? 0
  while (heldTo - heldFrom > 1 && above + sizeOf(heldFrom) < view.from - KEPT_ROWS) {
    above += sizeOf(heldFrom)
    start += sizeOf(heldFrom)
    heldFrom += 1
  }
  while (heldTo - heldFrom > 1 && above + (end - start) - sizeOf(heldTo - 1) > view.to + KEPT_ROWS) {
    end -= sizeOf(heldTo - 1)
    heldTo -= 1
  }
  if (start === 0 && end === order.length) return line
  const [first] = order
  const top = line.heldFrom === 0 && start > 0 && first !== undefined ? placeOfRow(first) : line.top
  return measured({ ...line, order: order.slice(start, end), heldFrom, heldTo, top })
}

/** The rows stand in order again, and each belongs to the stretch that its place is in. What is beyond them is not held. */
export function sorted(line: Rows, places: readonly Place[], inOrder: Reread['inOrder']): Rows {
  const stretches = [...line.stretches]
  let row = 0
  for (let at = line.heldFrom; at < line.heldTo; at++) {
    const stretch = stretches[at]
    if (!stretch) continue
    const start = row
    const isLast = at === stretches.length - 1
    const isInside = (place: Place) => isLast || stretch.upTo === null || inOrder(place, stretch.upTo) <= 0
    while (row < places.length && isInside(places[row] as Place)) row += 1
    stretches[at] = { ...stretch, size: row - start }
  }
  return { ...line, stretches, order: places.slice(0, row).map(({ id }) => id) }
}

/** One row less. */
export function withoutRow<Model extends Rows>(line: Model, id: string): Model {
  const index = line.order.indexOf(id)
  if (index < 0) return line
  let last = 0
  const at = line.stretches.findIndex((stretch, place) => {
    if (place >= line.heldFrom) last += stretch.size
    return place >= line.heldFrom && index < last
  })
  const stretches = line.stretches.map((stretch, place) =>
    place === at ? { ...stretch, size: stretch.size - 1 } : stretch,
  )
  return { ...line, stretches, order: line.order.filter((one) => one !== id) }
}

/** Only the first rows stay, and the rest is forgotten: what follows them is asked for by its page. */
export function onlyFirst<Model extends Rows>(line: Model, rows: number): Model {
  const order = line.order.slice(0, rows)
  return { ...line, ...emptyLine, order, stretches: [{ cursor: null, upTo: null, size: order.length }], heldTo: 1 }
}

/** Whether a place is among those that are held or new, and not among those that were let go. */
export function isAmongHeld(line: Rows, place: Place, inOrder: Reread['inOrder']): boolean {
  const { stretches, heldFrom, heldTo, top } = line
  const [before, last] = [stretches[heldFrom - 1]?.upTo, stretches[heldTo - 1]?.upTo]
  const isBelow = heldTo < stretches.length && last && inOrder(place, last) > 0
  const isAbove = before && inOrder(place, before) <= 0 && !(top && inOrder(place, top) < 0)
  return !isBelow && !isAbove
}

function measured<Model extends Rows>(line: Model): Model {
  const sum = (stretches: readonly Stretch[]) => stretches.reduce((total, { size }) => total + size, 0)
  const { stretches, heldFrom, heldTo } = line
  return { ...line, above: sum(stretches.slice(0, heldFrom)), below: sum(stretches.slice(heldTo)) }
}

function placeOf(place: Place | undefined): Place | null {
  if (place === undefined) return null
  const { id, timestamp, waitingSince } = place
  return { id, timestamp, waitingSince }
}
