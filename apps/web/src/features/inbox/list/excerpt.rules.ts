/** The part of a found message that a result shows, cut so that the first hit is visible. */

interface Piece {
  readonly text: string
  readonly marked: boolean
}

/** The characters shown before the first hit. */
const LEAD = 28
/** More characters than two lines of the list show. */
const LENGTH = 180

/** `marks` are ranges in UTF-16 units, as the search answers them. Ranges that don't fit the text are ignored. */
export function excerptOf(text: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const hits = marks
    .filter(([from, to]) => from >= 0 && from < to && to <= text.length)
    .sort(([from], [other]) => from - other)
  const first = hits[0]?.[0] ?? 0
  const start = first <= LEAD ? 0 : wordStart(text, first - LEAD, first)
  const end = Math.min(text.length, start + LENGTH)
  const pieces: Piece[] = []
  const put = (piece: string, marked: boolean) => piece !== '' && pieces.push({ text: piece, marked })
  if (start > 0) put('…', false)
  let at = start
  for (const [from, to] of hits) {
    if (to <= at || from >= end) continue
    put(text.slice(at, Math.max(at, from)), false)
    put(text.slice(Math.max(at, from), to), true)
    at = to
  }
  if (at < end) put(text.slice(at, isInsidePair(text, end) ? end + 1 : end), false)
  if (end < text.length) put('…', false)
  return pieces
}

/** The start of the first word between the two positions; `from` when there is none. */
function wordStart(text: string, from: number, before: number): number {
  const gap = text.slice(from, before).search(/\s/)
  if (gap >= 0) return from + gap + 1
  return isInsidePair(text, from) ? from + 1 : from
}

/** Whether a cut here would split a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
