import type { ListedFile } from '@foyer/contracts/imports/record-calls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { sweepFiles } from '../attachments/file-sweep.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { type FileCalls, fileCalls } from '../records/files.suite.ts'

let clinic: Clinic
let files: FileCalls
beforeAll(async () => {
  clinic = await openClinic()
  files = fileCalls(clinic)
})
/** After each test every stored file has a row or is deleted. */
afterEach(async () => {
  await sweepFiles(clinic.parts)
  const rows = await clinic.store.query<{ id: string }>('select id from stored_files order by id')
  expect(files.stored()).toEqual(rows.map(({ id }) => id))
  await clinic.store.query('delete from stored_files')
  for (const { id } of rows) await clinic.parts.files.delete(id)
})
afterAll(() => clinic.close())

const upload = (file: File | null, about: Parameters<FileCalls['upload']>[2] = {}) =>
  files.upload('uploadCommonFile', file, about)
const form = (words = 'Intake') => sample.file(sample.pdf(words), 'intake.pdf')
const list = (fields: object = {}) => clinic.call('storedFiles', 'lena', { ...fields })
const remove = (fileId: string, user = 'lena', organizationId = 'o1') =>
  clinic.call('removeStoredFile', user, { fileId, organizationId })
const lastSeq = async () => (await clinic.events()).at(-1)?.seq ?? 0

describe('uploadCommonFile', () => {
  test('keeps a file of the kinds of the inbox, lists it and tells every screen [CALL-MAIN-13]', async () => {
    const before = await lastSeq()
    const { status, body } = await upload(form())
    const { _id } = body.data
    const data = {
      ...{ url: `/api/main/file?organizationId=o1&fileId=${_id}`, _id, name: 'intake.pdf' },
      ...{ size: sample.pdf('Intake').length, contentType: 'application/pdf' },
    }
    expect([status, body]).toEqual([200, { code: 'ok', data }])
    const [listed] = (await list()).body.data as ListedFile[]
    expect(listed).toMatchObject({ ...data, createdByName: 'Lena Kim', removed: false, version: before + 1 })
    expect(await clinic.events(before)).toMatchObject([{ type: 'file.changed', key: _id, data: listed }])
    const got = await files.bytes(body.data.url)
    expect([got.status, got.bytes.equals(sample.pdf('Intake'))]).toEqual([200, true])
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test.each([
    ['sheet.csv', () => Buffer.from('MRN,Name\n1,Ann\n'), 'text/csv'],
    ['song.mp3', sample.mp3, 'audio/mpeg'],
    ['clip.mp4', sample.mp4, 'video/mp4'],
    ['book.xls', () => sample.oldOffice('Workbook'), 'application/vnd.ms-excel'],
  ] as const)('keeps %s', async (name, bytes, contentType) => {
    expect(await upload(sample.file(bytes(), name))).toMatchObject({
      status: 200,
      body: { data: { name, contentType } },
    })
  })

  test('draws a photo anew, so that nothing says where it was taken [SEC-08]', async () => {
    const photo = await sample.photo()
    const { body } = await upload(sample.file(photo, 'card.jpg'))
    const { bytes } = await files.bytes(body.data.url)
    expect([body.data.contentType, bytes.equals(photo), bytes.includes('Exif')]).toEqual(['image/jpeg', false, false])
  })

  test.each([
    ['a program', () => sample.exe(), 'scan.png'],
    ['a page', () => sample.html(), 'page.html'],
    ['a drawing with a script', () => sample.svg(), 'logo.svg'],
  ] as const)('refuses %s with the kinds that it takes [SEC-08]', async (_, bytes, name) => {
    const { status, body } = await upload(sample.file(bytes(), name))
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^The file is of a kind that is not taken\. /)])
  })

  test('is refused without a file, over 10 MiB, and in a foreign organization', async () => {
    expect((await upload(null)).status).toBe(400)
    expect((await upload(sample.file(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'large.txt'))).status).toBe(413)
    expect((await upload(form(), { organizationId: 'o2' })).status).toBe(403)
  })

  test('keeps one file when a request is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'intake' }
    const answers = [await upload(form(), { headers }), await upload(form(), { headers })]
    expect(answers[1]).toEqual(answers[0])
    expect((await list()).body.data).toHaveLength(1)
  })
})

test('storedFiles pages from the newest to the oldest', async () => {
  const ids: string[] = []
  for (const words of ['a', 'b', 'c']) ids.unshift((await upload(form(words))).body.data._id)
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.body.cursor })
  const got = [...first.body.data, ...second.body.data].map(({ _id }: ListedFile) => _id)
  expect([got, second.body.cursor]).toEqual([ids, null])
})

describe('removeStoredFile', () => {
  test('removes the file for good and tells every screen', async () => {
    const { body } = await upload(form())
    const before = await lastSeq()
    expect((await remove(body.data._id)).status).toBe(200)
    expect(await clinic.events(before)).toMatchObject([
      { type: 'file.changed', key: body.data._id, data: { removed: true, version: before + 1 } },
    ])
    expect((await list()).body.data).toEqual([])
    expect((await files.bytes(body.data.url)).status).toBe(404)
    await sweepFiles(clinic.parts)
    expect(files.stored()).toEqual([])
    expect((await remove(body.data._id)).status).toBe(404)
  })

  test('answers 404 for the file of another organization, which stays [SEC-05]', async () => {
    const { body } = await upload(form())
    expect((await remove(body.data._id, 'omar', 'o2')).status).toBe(404)
    expect((await files.bytes(body.data.url.replace('o1', 'o2'), 'omar')).status).toBe(404)
    expect((await files.bytes(body.data.url)).status).toBe(200)
  })
})
