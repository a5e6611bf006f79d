import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cover, coverPages } from './cover.ts'
import { countCoverPages } from './cover-layout.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

const usual: Cover = {
  ...{ clinic: 'Cedar Ridge Medical Group', to: '+15125550177', toName: 'Lamar Cardiology', faxNumber: '+15125550190' },
  ...{ phoneNumber: '+15125550100', at: new Date('2026-11-19T15:16:00Z'), timezone: 'America/Chicago', pages: 3 },
  note: 'Referral of R. Carver, please call us with a date.',
}

/** The text of each page, without the ends of lines. */
async function textOf(cover: Partial<Cover>): Promise<string[]> {
  const document = await pdfium.loadDocument(await coverPages({ ...usual, ...cover }))
  const texts = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '))
  document.destroy()
  return texts
}

test('cover has one page with sender, recipient, time, number of pages, note and notice', async () => {
  const [text = '', ...more] = await textOf({})
  expect(more).toEqual([])
  for (const words of [
    ...['To Lamar Cardiology, (512) 555-0177', 'From Cedar Ridge Medical Group', 'Fax (512) 555-0190'],
    ...['Phone (512) 555-0100', 'Date November 19, 2026 at 9:16 AM', 'Pages 3, with the cover', usual.note],
    'This fax may contain protected health information.',
  ])
    expect(text).toContain(words)
})

test('cover writes letters of other countries as they are, and spells those that no font has', async () => {
  const [text = ''] = await textOf({ toName: 'Dr. Łukasz Nguyễn', clinic: 'Кирилл Ґонта', note: '王小明 김민준 שרה' })
  for (const words of ['Dr. Łukasz Nguyễn, (512)', 'From Кирилл Ґонта', '王小明 김민준 [srh]'])
    expect(text).toContain(words)
})

test.each([
  ['one paragraph', Array.from({ length: 400 }, (_, nth) => `n${nth}`).join(' ')],
  ['many short lines', Array.from({ length: 330 }, (_, nth) => `n${nth}`).join('\n')],
  ['a word without an end', 'W'.repeat(2000)],
  ['Chinese', '王小明'.repeat(666)],
])('cover goes on to further pages for %s, and loses no letter of it', async (_, note) => {
  const pages = await textOf({ note })
  expect(pages).toHaveLength(await countCoverPages(note))
  const [first = '', ...next] = pages
  const body = first.slice(first.indexOf('with the cover') + 14, first.indexOf('CONFIDENTIAL'))
  for (const [nth, text] of next.entries())
    expect(text).toContain(`Fax to (512) 555-0177: the note goes on, page ${nth + 2} of ${pages.length} of the cover`)
  const rest = next.map((text) => text.slice(text.indexOf('Medical Group') + 13))
  expect([body, ...rest].join('').replace(/\s/g, '')).toBe(note.replace(/\s/g, ''))
})

test('countCoverPages gives one page without a note, and does not count empty lines', async () => {
  expect([await countCoverPages(''), await countCoverPages(`a${'\n'.repeat(1900)}b`)]).toEqual([1, 1])
  expect(await countCoverPages('a\n'.repeat(1000))).toBe(25)
})

test('cover has the same number of pages whatever the names are, and keeps long ones whole', async () => {
  const long = `${'W'.repeat(49)} ${'M'.repeat(50)}`
  const pages = await textOf({ toName: long, clinic: long, note: 'A note' })
  expect(pages).toHaveLength(1)
  const text = pages[0]?.replace(/\s/g, '') ?? ''
  expect(text.split(long.replace(' ', ''))).toHaveLength(4)
  expect(text.indexOf('withthecover')).toBeLessThan(text.indexOf('Anote'))
})
