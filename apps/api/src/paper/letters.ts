/** The letters of a PDF: Roboto, and Noto Sans for Chinese, Japanese and Korean. Other letters are spelled in Latin ones. */
import anyAscii from 'any-ascii'
import { type FontFile, filesWith, latinFile, type Weight } from './font-files.ts'
import { openFont, register } from './open-font.ts'
import { type Font, type Run, runsOf } from './runs.rules.ts'

/** The letters of one document, which embeds the used part of the fonts that it uses. */
export interface Letters {
  /** Adds the fonts that the texts need. Letters of fonts that were not added are spelled. */
  add(weight: Weight, ...texts: readonly string[]): Promise<void>
  /** The text by the names of fonts. */
  runs(text: string, weight: Weight): readonly Run[]
}

export async function openLetters(document: PDFKit.PDFDocument): Promise<Letters> {
  const fonts: Record<Weight, Font[]> = { regular: [], bold: [] }
  const use = async (file: FontFile, weight: Weight) => {
    const { name } = file
    if (fonts[weight].some((font) => font.name === name)) return
    const opened = await openFont(file)
    register(document, name, opened)
    fonts[weight].push({ name, has: (point) => opened.has.has(point) })
  }
  for (const weight of ['regular', 'bold'] as const) await use(latinFile(weight), weight)
  return {
    async add(weight, ...texts) {
      const letters = new Set(texts.join('').normalize('NFC'))
      const files = new Set([...letters].flatMap((letter) => filesWith(letter, weight)))
      for (const file of files) await use(file, weight)
    },
    runs: (text, weight) => runsOf(text, fonts[weight], anyAscii),
  }
}

/** The font of text in plain English. */
export function latin(weight: Weight): string {
  return latinFile(weight).name
}
