/** Turns shades of grey into the black and white dots that a fax machine prints. */

/** Darker dots are printed black. */
const THRESHOLD = 128

export interface Dots {
  /** A byte a dot: 0 is black, 255 white. */
  readonly dots: Buffer
  /** The share of black dots, from 0 to 1. */
  readonly black: number
}

/** Lines and letters stay sharp; used for documents. */
export function sharpDots(grey: Buffer): Dots {
  const dots = Buffer.allocUnsafe(grey.length)
  let black = 0
  for (let at = 0; at < grey.length; at++) {
    const isBlack = (grey[at] ?? 255) < THRESHOLD
    if (isBlack) black++
    dots[at] = isBlack ? 0 : 255
  }
  return { dots, black: grey.length === 0 ? 0 : black / grey.length }
}

/** Shades become dots of the same average (Floyd and Steinberg); used for pictures. */
export function halftoneDots(grey: Buffer, width: number): Dots {
  const shades = new Float32Array(grey)
  const dots = Buffer.allocUnsafe(grey.length)
  let black = 0
  const spread = (at: number, error: number) => {
    if (at < shades.length) shades[at] = (shades[at] ?? 0) + error
  }
  for (let at = 0; at < shades.length; at++) {
    const shade = shades[at] ?? 255
    const dot = shade < THRESHOLD ? 0 : 255
    if (dot === 0) black++
    dots[at] = dot
    const error = shade - dot
    const column = at % width
    if (column + 1 < width) spread(at + 1, (error * 7) / 16)
    if (column > 0) spread(at + width - 1, (error * 3) / 16)
    spread(at + width, (error * 5) / 16)
    if (column + 1 < width) spread(at + width + 1, error / 16)
  }
  return { dots, black: grey.length === 0 ? 0 : black / grey.length }
}

const ALMOST_BLACK = 0.85
const ALMOST_EMPTY = 0.0003
const MANY_PAGES = 30

interface Warning {
  /** Null for the fax as a whole. */
  readonly page: number | null
  readonly message: string
}

/** `black` has the share of each page of the document, which stands after the cover. */
export function warningsOf(coverPages: number, black: readonly number[]): Warning[] {
  const warnings = black.flatMap((share, index): Warning[] => {
    const page = coverPages + index + 1
    if (share >= ALMOST_BLACK) return [{ page, message: `Page ${page} is almost black.` }]
    return share <= ALMOST_EMPTY ? [{ page, message: `Page ${page} is empty.` }] : []
  })
  const pages = coverPages + black.length
  return pages <= MANY_PAGES
    ? warnings
    : [{ page: null, message: `${pages} pages take a machine a long time.` }, ...warnings]
}

export const WORD_WARNING: Warning = { page: null, message: 'The fax service turns it into pages.' }
