/** Splits a text by the fonts that have its letters: each font has the letters of one script. */

/** The ranges of code points that a font has, as CSS writes them, by the font's name. */
export type FontRanges = ReadonlyMap<string, string>

export interface Run {
  readonly font: string
  readonly text: string
}

type Has = (codePoint: number) => boolean

/** A splitter for these fonts, of which the first that has a letter writes it. Their order is that of the map. */
export function createRuns(ranges: FontRanges): (text: string) => readonly Run[] {
  const fonts = [...ranges].map(([font, css]) => ({ font, has: hasOf(css) }))
  const fontOf = (letter: string, before: string | undefined): string | undefined => {
    const point = letter.codePointAt(0) ?? 0
    const own = fonts.filter(({ has }) => has(point)).map(({ font }) => font)
    return before !== undefined && own.includes(before) ? before : own[0]
  }
  return (text) => {
    const runs: Run[] = []
    for (const letter of written(text, (one) => fontOf(one, undefined) !== undefined)) {
      const last = runs.at(-1)
      const font = fontOf(letter, last?.font) ?? fonts[0]?.font ?? ''
      if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + letter }
      else runs.push({ font, text: letter })
    }
    return runs
  }
}

/** A letter that no font has is written as its base letter, or as a question mark. */
function written(text: string, has: (letter: string) => boolean): string[] {
  return [...text.normalize('NFC')].flatMap((letter) => {
    if (has(letter)) return [letter]
    const base = [...letter.normalize('NFD')].filter((part) => !/\p{M}/u.test(part))
    return base.length > 0 && base.every(has) ? base : ['?']
  })
}

function hasOf(css: string): Has {
  const ranges = css.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (point) => ranges.some(([from, to]) => point >= from && point <= to)
}
