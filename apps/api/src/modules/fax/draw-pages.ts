/** Draws the pages of a fax as a machine prints them: the cover, then the document. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Staging } from '../../files/staging.ts'
import { drawPages } from '../../reader/pdf.ts'
import { DOTS_WIDE } from '../../reader/pdf-wire.ts'
import { endOfCall } from '../../reader/reader.ts'
import type { Services } from '../../services.ts'
import { type Dots, halftoneDots, sharpDots } from './black-white.rules.ts'
import { type Cover, coverPages } from './cover.ts'
import { pngOfDots } from './dots-png.ts'
import { DOCUMENT_PAGES_MAX, isPicture, PDF } from './fax-file.ts'

export interface DrawnPage {
  readonly png: Buffer
  /** The share of black dots. */
  readonly black: number
}

/** The height of a letter page of this width. */
const DOTS_HIGH = Math.round((DOTS_WIDE * 11) / 8.5)

interface Drawn {
  readonly cover: Cover
  /** Null if there is no document yet. */
  readonly file: { readonly path: string; readonly contentType: string } | null
}

interface DrawnFax {
  readonly cover: readonly DrawnPage[]
  /** None of a Word file: the fax service turns it into pages. */
  readonly document: readonly DrawnPage[]
}

export async function drawFax(
  { reader }: Pick<Services, 'reader'>,
  staging: Staging,
  { cover, file }: Drawn,
): Promise<DrawnFax> {
  return { cover: await drawnCover(reader, staging, cover), document: await drawnDocument(reader, file) }
}

async function drawnDocument(reader: Services['reader'], file: Drawn['file']): Promise<DrawnPage[]> {
  if (file?.contentType === PDF) return pagesOfPdf(reader, file.path, DOCUMENT_PAGES_MAX)
  return file !== null && isPicture(file.contentType) ? [await pageOfPicture(file.path)] : []
}

/** The newest covers: while somebody fills in a form, mostly the file changes. */
const covers = new Map<string, readonly DrawnPage[]>()
const COVERS_MOST = 20
/** More than the longest note can have. */
const COVER_PAGES_MAX = 60
const MINUTE_MS = 60_000

async function drawnCover(reader: Services['reader'], staging: Staging, cover: Cover): Promise<readonly DrawnPage[]> {
  // The cover shows the time in minutes.
  const key = JSON.stringify({ ...cover, at: Math.floor(cover.at.getTime() / MINUTE_MS) })
  const known = covers.get(key)
  if (known) return known
  const path = await staging.newPath()
  await writeFile(path, await coverPages(cover), { mode: 0o600 })
  const pages = await pagesOfPdf(reader, path, COVER_PAGES_MAX)
  covers.set(key, pages)
  for (const old of [...covers.keys()].slice(0, -COVERS_MOST)) covers.delete(old)
  return pages
}

async function pagesOfPdf(reader: Services['reader'], path: string, pagesMax: number): Promise<DrawnPage[]> {
  const pages: DrawnPage[] = []
  for await (const { grey, width, height } of drawPages(reader, path, { pagesMax, signal: endOfCall() }))
    pages.push(await printed(sharpDots(grey), width, height))
  return pages
}

async function pageOfPicture(path: string): Promise<DrawnPage> {
  const { data, info } = await sharp(path)
    .flatten({ background: 'white' })
    .resize({ width: DOTS_WIDE, height: DOTS_HIGH, fit: 'contain', background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grey = info.channels === 1 ? data : data.filter((_, at) => at % info.channels === 0)
  return printed(halftoneDots(Buffer.from(grey), info.width), info.width, info.height)
}

async function printed({ dots, black }: Dots, width: number, height: number): Promise<DrawnPage> {
  const png = await pngOfDots(dots, { width, height, wide: Math.max(DOTS_WIDE, width) })
  return { png, black }
}
