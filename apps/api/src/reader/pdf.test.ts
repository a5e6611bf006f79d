import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPages, drawPages, type GreyPage } from './pdf.ts'
import { DOTS_WIDE } from './pdf-wire.ts'
import { createReader } from './reader.ts'

const reader = createReader({ priority: constants.priority.PRIORITY_NORMAL })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A PDF with a page for each size; the first page has a black square. */
async function pdf(name: string, sizes: readonly [number, number][], options: PDFKit.PDFDocumentOptions = {}) {
  const file = new PDFDocument({ ...options, autoFirstPage: false })
  const chunks: Buffer[] = []
  file.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => file.on('end', resolve))
  for (const [index, size] of sizes.entries()) {
    file.addPage({ size })
    if (index === 0) file.rect(0, 0, size[0] / 2, size[1] / 2).fill('black')
  }
  file.end()
  await end
  return written(name, Buffer.concat(chunks))
}

async function written(name: string, bytes: Buffer | string) {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  return file
}

test('drawPages draws each page 1,728 dots wide, and a very long one smaller', async () => {
  const file = await pdf('sizes', [
    [612, 792],
    [792, 612],
    [200, 2000],
  ])
  const pages: GreyPage[] = await Array.fromAsync(drawPages(reader, file, { pagesMax: 100 }))
  expect(pages.map(({ page, width, height }) => [page, width, height])).toEqual([
    [1, DOTS_WIDE, 2236],
    [2, DOTS_WIDE, 1335],
    [3, 600, 6000],
  ])
  const [{ grey, width } = pages[1] as GreyPage] = pages
  expect([grey[10 * width + 10], grey[2000 * width + 1700]]).toEqual([0, 255])
})

test('countPages counts the pages and refuses more than are taken', async () => {
  const file = await pdf(
    'five',
    Array.from({ length: 5 }, () => [612, 792] as [number, number]),
  )
  expect(await countPages(reader, file, { pagesMax: 5 })).toBe(5)
  await expect(countPages(reader, file, { pagesMax: 4 })).rejects.toMatchObject({
    ...{ status: 422, message: 'It has 5 pages. At most 4 are taken.' },
  })
})

test('countPages refuses a PDF with a password and one that is damaged', async () => {
  const locked = await pdf('locked', [[612, 792]], { userPassword: 'secret', pdfVersion: '1.7' })
  await expect(countPages(reader, locked, { pagesMax: 9 })).rejects.toMatchObject({
    ...{ status: 422, message: 'It is protected by a password. Save it without one.' },
  })
  const broken = await written('broken', '%PDF-1.7 and then nothing')
  await expect(countPages(reader, broken, { pagesMax: 9 })).rejects.toMatchObject({
    ...{ status: 422, message: 'The file is too large or damaged.' },
  })
})
