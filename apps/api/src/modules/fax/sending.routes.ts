/** Takes the file of a fax: to send it, and to show its pages before. */

import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import * as calls from '@foyer/contracts/fax/fax-calls.ts'
import { readFaxNumber as readTyped } from '@foyer/contracts/fax/number.rules.ts'
import type { Response } from 'express'
import type { Tx } from '../../db/tx.ts'
import { openStaging } from '../../files/staging.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { withStoredBytes } from '../attachments/attachments.ts'
import { readClinic, readFaxNumber } from '../organizations/organizations.ts'
import { WORD_WARNING, warningsOf } from './black-white.rules.ts'
import type { Cover } from './cover.ts'
import { countCoverPages } from './cover-layout.ts'
import { drawFax } from './draw-pages.ts'
import { type FaxFile, fileMissing, readFaxFile } from './fax-file.ts'
import { findFax, type KeptFax } from './faxes.store.ts'
import { findName } from './names.store.ts'
import { checkNumber, queueFax } from './new-fax.ts'
import { addPreview, findPage } from './previews.store.ts'

export function sendingRoutes(parts: Services): Route[] {
  const { clock, newId, database } = parts
  /** The drawings in progress: a screen asks for several pages of a fax at once. */
  const drawings = new Map<string, Promise<Buffer[]>>()
  const drawAndKeep = async (found: KeptFax, userId: string) => {
    const { organizationId, _id: faxId } = found.fax
    const pages = await drawSent(parts, found)
    const preview = { organizationId, id: newId(), userId, faxId, createdAt: clock.now(), pages }
    await database.write(organizationId, (tx) => addPreview(tx, preview))
    return pages
  }
  const drawOnce = (found: KeptFax, userId: string) => {
    const { _id: faxId } = found.fax
    const drawing = drawings.get(faxId) ?? drawAndKeep(found, userId).finally(() => drawings.delete(faxId))
    drawings.set(faxId, drawing)
    return drawing
  }
  return [
    route(calls.sendFax, async ({ body, files, caller, organizationId, write }) => {
      // Before the file is read, which takes much longer.
      checkNumber(body.toFaxNumber, 'toFaxNumber')
      const staging = openStaging(parts)
      try {
        const read = await readFaxFile(parts, staging, files)
        if (!read) throw fileMissing()
        const { ready } = read
        const pages = await pagesOf(read, body.note)
        return await withStoredBytes(parts, { organizationId }, [ready], ({ kept: [kept], claim }) => {
          if (!kept) throw fileMissing()
          return write(async (tx) => {
            await claim(tx)
            const { name, size, contentType } = kept
            const { data } = await queueFax(tx, parts, {
              ...{ organizationId, userId: caller.userId, number: body.toFaxNumber, note: body.note },
              ...{ file: { name, size, contentType }, fileId: kept.id, pages, againOf: null },
            })
            return { code: 'ok' as const, data: { _id: data._id, status: 'queued' as const, toFaxNumber: data.number } }
          })
        })
      } finally {
        await staging.clear()
      }
    }),

    route(calls.previewFax, async ({ body, files, caller, organizationId, read, write }) => {
      const staging = openStaging(parts)
      try {
        const file = await readFaxFile(parts, staging, files)
        const typed = readTyped(body.toFaxNumber)
        const number = 'number' in typed ? typed.number : ''
        const cover = await read((tx) => coverOf(tx, parts, organizationId, { number, note: body.note }))
        const pages = await pagesOf(file, body.note)
        const drawn = await drawFax(parts, staging, { cover: { ...cover, pages }, file: file?.ready ?? null })
        const shown = [...drawn.cover, ...drawn.document]
        const id = newId()
        await write((tx) =>
          addPreview(tx, {
            ...{ organizationId, id, userId: caller.userId, faxId: null, createdAt: clock.now() },
            pages: shown.map(({ png }) => png),
          }),
        )
        const isWord = file !== undefined && file.pages === null
        const found = warningsOf(
          drawn.cover.length,
          drawn.document.map(({ black }) => black),
        )
        const warnings = [...(isWord ? [WORD_WARNING] : []), ...found]
        return { code: 'ok' as const, data: { previewId: id, pages: shown.length, warnings } }
      } finally {
        await staging.clear()
      }
    }),

    route(calls.faxPage, async ({ query, caller, organizationId, read, res }) => {
      const { page, previewId, faxId } = query
      if (faxId === undefined) {
        const png = await read((tx) => findPage(tx, organizationId, { previewId: previewId ?? '' }, page))
        if (!png) throw notFound()
        return void answer(res, png)
      }
      const { png, found } = await read(async (tx) => ({
        png: await findPage(tx, organizationId, { faxId }, page),
        found: await findFax(tx, organizationId, faxId),
      }))
      if (!found || png === null) throw notFound()
      if (png !== undefined) return void answer(res, png)
      const drawn = await drawOnce(found, caller.userId)
      const wanted = drawn[page - 1]
      if (!wanted) throw notFound()
      return void answer(res, wanted)
    }),
  ]
}

/** The pages of a fax that was sent, drawn from its file. */
async function drawSent(parts: Services, { fax, work }: KeptFax): Promise<Buffer[]> {
  const staging = openStaging(parts)
  const { organizationId, number, note, ownNumber, pages } = fax
  try {
    const cover = await parts.database.read(organizationId, (tx) =>
      coverOf(tx, parts, organizationId, { number, note, name: fax.name, at: new Date(fax.createdAt) }),
    )
    const path = await staging.newPath()
    await writeFile(path, await buffer(await parts.files.get(work.fileId)), { mode: 0o600 })
    const file = { path, contentType: fax.file.contentType }
    const drawn = await drawFax(parts, staging, { cover: { ...cover, faxNumber: ownNumber, pages }, file })
    return [...drawn.cover, ...drawn.document].map(({ png }) => png)
  } finally {
    await staging.clear()
  }
}

/** The number of pages with the cover; null if only the fax service can count those of the file. */
async function pagesOf(file: FaxFile | undefined, note: string): Promise<number | null> {
  const pages = file ? file.pages : 0
  return pages === null ? null : (await countCoverPages(note)) + pages
}

interface Covered extends Pick<Fax, 'number' | 'note'> {
  readonly name?: string | null
  readonly at?: Date
}

async function coverOf(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  organizationId: string,
  { number, note, name, at = clock.now() }: Covered,
): Promise<Cover> {
  const [clinic, ownNumber, toName] = await Promise.all([
    readClinic(tx, organizationId),
    readFaxNumber(tx, organizationId),
    name === undefined ? findName(tx, organizationId, number) : name,
  ])
  return {
    ...{ clinic: clinic.name, to: number, toName, faxNumber: ownNumber ?? '', phoneNumber: clinic.smsNumber },
    ...{ at, timezone: clinic.timezone, pages: null, note },
  }
}

/** Only a browser that shows pictures does anything with it. */
function answer(res: Response, png: Buffer): void {
  res.status(200).set({
    'Content-Type': 'image/png',
    'Content-Length': String(png.length),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  res.end(png)
}
