/**
 * Fonts that are read once for all documents. The packages have them in forms that PDFs can not embed, or only slowly, so
 * a font is converted when a text first needs it.
 */
import { readFile } from 'node:fs/promises'
import { create, type OpenFont } from 'fontkit'
import subsetFont from 'subset-font'
import type { FontFile } from './font-files.ts'

export interface Opened {
  readonly font: OpenFont
  /** By the font's own table. */
  readonly has: ReadonlySet<number>
}

/** Kept for the life of the process: all together they are 25 MB. */
const fonts = new Map<string, Promise<Opened>>()

export function openFont(file: FontFile): Promise<Opened> {
  const font = fonts.get(file.name) ?? read(file)
  fonts.set(file.name, font)
  font.catch(() => fonts.delete(file.name))
  return font
}

async function read({ path, points, wght }: FontFile): Promise<Opened> {
  const bytes = await subsetFont(await readFile(path), String.fromCodePoint(...points), {
    targetFormat: 'truetype',
    ...(wght !== null && { variationAxes: { wght } }),
  })
  const font = create(bytes)
  return { font, has: new Set(font.characterSet) }
}

/** pdfkit takes open fonts too, which its types do not say. */
export function register(document: PDFKit.PDFDocument, name: string, { font }: Opened): void {
  document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
}
