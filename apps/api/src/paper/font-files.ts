/**
 * The files of fonts that are written on paper: Roboto has a file for each script and weight, Noto Sans one for all weights
 * of a hundred letters of Chinese, Japanese and Korean.
 */
import { createRequire } from 'node:module'
import latinRanges from '@fontsource/roboto/unicode.json' with { type: 'json' }
import koreanRanges from '@fontsource-variable/noto-sans-kr/unicode.json' with { type: 'json' }
import chineseRanges from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' }
import { pointsOf } from './ranges.rules.ts'

export type Weight = 'regular' | 'bold'

export interface FontFile {
  readonly name: string
  readonly path: string
  /** The letters that it may have: the packages list more than the fonts have. */
  readonly points: ReadonlySet<number>
  /** Null if the file has one weight only. */
  readonly wght: number | null
}

const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 }
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const
const NOTO = [
  { name: 'noto-sans-kr', ranges: koreanRanges, writes: /\p{Script=Hangul}/u },
  {
    name: 'noto-sans-sc',
    ranges: chineseRanges,
    writes: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u,
  },
] as const

const require = createRequire(import.meta.url)

export function latinFile(weight: Weight): FontFile {
  return filesOf(null, weight)[0] as FontFile
}

/** The files of which the first that has the letter writes it. */
export function filesWith(letter: string, weight: Weight): readonly FontFile[] {
  const point = letter.codePointAt(0) ?? 0
  const family = NOTO.find(({ writes }) => writes.test(letter)) ?? null
  return filesOf(family, weight).filter(({ points }) => points.has(point))
}

/** Null for Roboto. */
type Family = (typeof NOTO)[number] | null

const known = new Map<string, readonly FontFile[]>()

function filesOf(family: Family, weight: Weight): readonly FontFile[] {
  const key = `${family?.name ?? 'roboto'} ${weight}`
  const files = known.get(key) ?? (family === null ? robotoFiles(weight) : notoFiles(family, weight))
  known.set(key, files)
  return files
}

function robotoFiles(weight: Weight): FontFile[] {
  return SCRIPTS.map((script) => ({
    name: `roboto-${script} ${weight}`,
    path: require.resolve(`@fontsource/roboto/files/roboto-${script}-${WEIGHTS[weight]}-normal.woff`),
    points: new Set(pointsOf(latinRanges[script])),
    wght: null,
  }))
}

function notoFiles({ name, ranges }: NonNullable<Family>, weight: Weight): FontFile[] {
  return Object.entries(ranges).map(([key, css]) => {
    const part = `${name}-${key.replace(/[[\]]/g, '')}`
    const path = require.resolve(`@fontsource-variable/${name}/files/${part}-wght-normal.woff2`)
    return { name: `${part} ${weight}`, path, points: new Set(pointsOf(css)), wght: WEIGHTS[weight] }
  })
}
