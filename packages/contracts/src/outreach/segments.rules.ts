/** The number of SMS segments of a text: GSM-7 if its alphabet suffices, else UCS-2, as carriers encode. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** These count twice: an escape character and themselves. */
const GSM_EXTENDED = '\f^{}\\[~]|€'

const ROOM = { 'GSM-7': { one: 160, many: 153 }, 'UCS-2': { one: 70, many: 67 } } as const

export interface Segments {
  readonly encoding: keyof typeof ROOM
  /** The characters used, and `room` for all segments together. */
  readonly used: number
  readonly room: number
  readonly segments: number
  /** The text would need fewer segments without its emoji and other characters outside GSM-7. */
  readonly wider: boolean
}

export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const encoding = characters.every(isGsm) ? 'GSM-7' : 'UCS-2'
  const widths = characters.map((one) => (encoding === 'GSM-7' ? gsmWidth(one) : one.length))
  const used = widths.reduce((sum, width) => sum + width, 0)
  const { one, many } = ROOM[encoding]
  if (used <= one) return { encoding, used, room: one, segments: 1, wider: false }
  const segments = countSegments(widths, many)
  const wider = encoding === 'UCS-2' && segments > segmentsOf(characters.filter(isGsm).join('')).segments
  return { encoding, used, room: segments * many, segments, wider }
}

/** Never splits a character of two units between two segments. */
function countSegments(widths: readonly number[], room: number): number {
  let segments = 1
  let filled = 0
  for (const width of widths) {
    if (filled + width > room) {
      segments += 1
      filled = 0
    }
    filled += width
  }
  return segments
}

function isGsm(character: string): boolean {
  return GSM.includes(character) || GSM_EXTENDED.includes(character)
}

function gsmWidth(character: string): number {
  return GSM_EXTENDED.includes(character) ? 2 : 1
}

/** The quotes, dashes, ellipses and blanks that word processors put into a text, each with the plain form of GSM-7. */
const TYPOGRAPHIC: readonly (readonly [characters: string, plain: string])[] = [
  ['‘’‚‛ʼ′`´', "'"],
  ['“”„‟″', '"'],
  ['‹', '<'],
  ['›', '>'],
  ['«»', '"'],
  ['‐‑‒–—―−', '-'],
  ['…', '...'],
  ['\u00a0\u2002\u2003\u2007\u2009\u202f', ' '],
]
const PLAIN: ReadonlyMap<string, string> = new Map(
  TYPOGRAPHIC.flatMap(([characters, plain]) => [...characters].map((one) => [one, plain] as const)),
)
const ANY_TYPOGRAPHIC = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

export interface SmartCharacter {
  /** The range in the text, in UTF-16 units. */
  readonly from: number
  readonly to: number
  readonly character: string
  readonly plain: string
}

/** The typographic characters of a text that alone keep it from GSM-7; none if another character does too. */
export function smartCharacters(text: string): readonly SmartCharacter[] {
  const found = [...text.matchAll(ANY_TYPOGRAPHIC)].map(({ 0: character, index: from }) => ({
    ...{ from, to: from + character.length, character, plain: PLAIN.get(character) ?? character },
  }))
  return segmentsOf(plainQuotes(text)).encoding === 'GSM-7' ? found : []
}

/** The text with plain quotes, hyphens, three full stops and blanks in place of typographic ones. */
export function plainQuotes(text: string): string {
  return text.replace(ANY_TYPOGRAPHIC, (character) => PLAIN.get(character) ?? character)
}
