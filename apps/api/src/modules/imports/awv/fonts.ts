/** Roboto for PDFs: a file for each script and weight, of which a document embeds those that it uses. */
import { createRequire } from 'node:module'
import { createRuns, type Run } from './fonts.rules.ts'

export type Weight = 'regular' | 'bold'

const PACKAGE = '@fontsource/roboto'
const WEIGHTS = { regular: 400, bold: 700 } as const
/** In the order in which they are asked for a letter. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const

const require = createRequire(import.meta.url)
const ranges = require(`${PACKAGE}/unicode.json`) as Readonly<Record<string, string>>
const runsOf = createRuns(new Map(SCRIPTS.map((script) => [script, ranges[script] ?? ''])))

/** The text by the names of fonts, which `useFonts` has given to the document. */
export function fontRuns(text: string, weight: Weight): readonly Run[] {
  return runsOf(text).map(({ font, text: part }) => ({ font: nameOf(font, weight), text: part }))
}

/** The font of text in plain English. */
export function latin(weight: Weight): string {
  return nameOf('latin', weight)
}

export function useFonts(document: PDFKit.PDFDocument): void {
  for (const weight of ['regular', 'bold'] as const)
    for (const script of SCRIPTS) {
      const file = require.resolve(`${PACKAGE}/files/roboto-${script}-${WEIGHTS[weight]}-normal.woff`)
      document.registerFont(nameOf(script, weight), file)
    }
}

function nameOf(script: string, weight: Weight): string {
  return `${script} ${weight}`
}
