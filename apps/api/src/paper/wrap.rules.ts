/** Breaks a text into lines of a width. */

/** A blank, a letter of a script that is written without blanks, or a word. */
const PART =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]+/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The lines, with those that the text breaks itself. A word that is wider than a line is broken between its letters. Each
 * part is measured once, so the width of a line is the sum of its parts'.
 */
export function wrap(text: string, width: number, widthOf: (part: string) => number): string[] {
  const known = new Map<string, number>()
  const measured = (part: string) => {
    const wide = known.get(part) ?? widthOf(part)
    known.set(part, wide)
    return wide
  }
  return text.split(/\r\n?|\n/).flatMap((paragraph) => wrapParagraph(paragraph, width, measured))
}

function wrapParagraph(paragraph: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let wide = 0
  const add = (part: string) => {
    const isBlank = part.trim() === ''
    if (line.trim() !== '' && !isBlank && wide + widthOf(part) > width) {
      lines.push(line.trimEnd())
      line = ''
      wide = 0
    }
    // A line that the width broke does not begin with the blank that was there.
    if (isBlank && line === '' && lines.length > 0) return
    line += part
    wide += widthOf(part)
  }
  for (const part of paragraph.match(PART) ?? [])
    for (const piece of part.trim() !== '' && widthOf(part) > width ? brokenOf(part, width, widthOf) : [part])
      add(piece)
  return [...lines, line.trimEnd()]
}

function brokenOf(word: string, width: number, widthOf: (part: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  let wide = 0
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && wide + widthOf(segment) > width) {
      pieces.push(piece)
      piece = ''
      wide = 0
    }
    piece += segment
    wide += widthOf(segment)
  }
  return [...pieces, piece]
}
