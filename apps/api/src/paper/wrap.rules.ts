/** Breaks a text into lines of a width. */

/** A blank, a letter of a script that is written without blanks, or a word. */
const PART =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]+/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The lines, with those that the text breaks itself. A word that is wider than a line is broken between its letters. */
export function wrap(text: string, width: number, widthOf: (part: string) => number): string[] {
  return text.split(/\r\n?|\n/).flatMap((paragraph) => wrapParagraph(paragraph, width, widthOf))
}

function wrapParagraph(paragraph: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line.trim() !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    // A line that the width broke does not begin with the blank that was there.
    if (line !== '' || lines.length === 0 || part.trim() !== '') line += part
  }
  for (const part of paragraph.match(PART) ?? [])
    for (const piece of widthOf(part.trimEnd()) > width ? brokenOf(part, width, widthOf) : [part]) add(piece)
  return [...lines, line.trimEnd()]
}

function brokenOf(word: string, width: number, widthOf: (part: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && widthOf(piece + segment) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}
