/** Splits a text by the fonts that have its letters: each font has the letters of one script. */

export interface Font {
  readonly name: string
  has(codePoint: number): boolean
}

export interface Run {
  readonly font: string
  readonly text: string
}

/** Writes letters of any script with those of ASCII; empty if it knows none for them. */
export type Spell = (letters: string) => string

/**
 * The text by fonts, of which the first that has a letter writes it. A letter that no font has is written as its base
 * letter. Without one it is spelled, in brackets, so that readers see that the name has other letters.
 */
export function runsOf(text: string, fonts: readonly Font[], spell: Spell): readonly Run[] {
  const runs: Run[] = []
  for (const letter of written(text, fonts, spell)) {
    const last = runs.at(-1)
    const font = fontOf(letter, fonts, last?.font)
    if (font === undefined) continue
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + letter }
    else runs.push({ font, text: letter })
  }
  return runs
}

function fontOf(letter: string, fonts: readonly Font[], before?: string): string | undefined {
  const point = letter.codePointAt(0) ?? 0
  const own = fonts.filter((font) => font.has(point)).map(({ name }) => name)
  if (before !== undefined && own.includes(before)) return before
  // A mark of another font would not stand on its letter.
  return MARK.test(letter) && before !== undefined ? undefined : own[0]
}

const MARK = /^\p{M}$/u
const BLANK = /^\s$/u
const UNSEEN = /^[\p{M}\p{Cf}]$/u
/** Signs are no part of a name, so brackets around them would say nothing. */
const SIGN = /^[\p{P}\p{S}\p{No}]$/u
const PICTURE = /^\p{Extended_Pictographic}$/u

function written(text: string, fonts: readonly Font[], spell: Spell): string[] {
  const has = (letter: string) => fontOf(letter, fonts) !== undefined
  const letters: string[] = []
  let unknown = ''
  const close = () => {
    const words = unknown.trimEnd()
    if (words !== '') letters.push(...bracketed(words, spell), ...unknown.slice(words.length))
    unknown = ''
  }
  for (const letter of text.normalize('NFC')) {
    if (BLANK.test(letter)) {
      if (unknown === '') letters.push(has(letter) ? letter : ' ')
      else unknown += ' '
      continue
    }
    if (UNSEEN.test(letter) && !has(letter)) continue
    const known = has(letter) ? [letter] : substitutes(letter, has, spell)
    if (known === null) unknown += letter
    else {
      close()
      letters.push(...known)
    }
  }
  close()
  return letters
}

/** The base letter, or the ASCII form of a sign; null for a letter that has neither. */
function substitutes(letter: string, has: (letter: string) => boolean, spell: Spell): string[] | null {
  const base = [...letter.normalize('NFD')].filter((part) => !MARK.test(part))
  if (base.length > 0 && base.every(has)) return base
  return SIGN.test(letter) && !PICTURE.test(letter) && spell(letter) !== '' ? [...spell(letter)] : null
}

function bracketed(words: string, spell: Spell): string[] {
  const spelled = words
    .split(' ')
    .map((word) => (word === '' ? '' : spell(word) || '?'))
    .join(' ')
  return [...`[${spelled}]`]
}
