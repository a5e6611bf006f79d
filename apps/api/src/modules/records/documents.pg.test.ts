import type { Referral, ReferralDocument } from '@foyer/contracts/imports/record-calls.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { sweepFiles } from '../attachments/file-sweep.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { type FileCalls, fileCalls } from './files.suite.ts'
import { bringing } from './import-target.suite.ts'
import { referralsTarget } from './referrals.target.ts'

let clinic: Clinic
let files: FileCalls
let referralId: string
let foreignId: string
beforeAll(async () => {
  clinic = await openClinic()
  files = fileCalls(clinic)
  const referred = bringing(referralsTarget, clinic.store)
  const bloom = { referringProvider: 'Dr. Iris Bloom', date: '2026-11-18' }
  const { rows } = await referred.write([{ ...bloom, patientMrn: '204-8817' }])
  const { rows: foreign } = await referred.write([{ ...bloom, patientMrn: 'L1' }], 'o2')
  referralId = rows[0]?.recordId ?? ''
  foreignId = foreign[0]?.recordId ?? ''
})
/** After each test every stored file belongs to a document or is deleted. */
afterEach(async () => {
  await sweepFiles(clinic.parts)
  const rows = await clinic.store.query<{ id: string }>('select id from referral_documents order by id')
  expect(files.stored()).toEqual(rows.map(({ id }) => id))
  expect(await clinic.store.query('select id from uploads')).toEqual([])
})
afterAll(() => clinic.close())

const letter = (words = 'Knee') => sample.file(sample.pdf(words), 'letter.pdf')
const upload = (file: File | null, about: Parameters<FileCalls['upload']>[2] = {}) =>
  files.upload('uploadReferralDocument', file, { fields: { referralId }, ...about })
const list = (fields: object = {}) => clinic.call('referralDocuments', 'lena', { referralId, ...fields })
const remove = (fileId: string, user = 'lena', organizationId = 'o1') =>
  clinic.call('removeStoredFile', user, { fileId, organizationId })
const empty = async () => {
  for (const { _id } of (await list()).body.data) await remove(_id)
}
const lastSeq = async () => (await clinic.events()).at(-1)?.seq ?? 0

describe('uploadReferralDocument', () => {
  afterEach(empty)

  test('keeps the document as it came, and tells every screen of the count [CALL-MAIN-08] [UPL-06]', async () => {
    const before = await lastSeq()
    const { status, body } = await upload(letter())
    expect([status, body]).toEqual([
      200,
      {
        code: 'ok',
        data: {
          ...{ url: `/api/main/file?organizationId=o1&fileId=${body.data._id}`, _id: body.data._id },
          ...{ name: 'letter.pdf', size: sample.pdf('Knee').length, contentType: 'application/pdf' },
        },
      },
    ])
    const events = await clinic.events(before)
    const about = { _id: referralId, patientName: 'Rosalind Carver', documents: 1, version: before + 1 }
    expect(events).toMatchObject([{ type: 'referral.changed', key: referralId, data: about }])
    const got = await files.bytes(body.data.url)
    expect([got.status, got.bytes.toString()]).toEqual([200, sample.pdf('Knee').toString()])
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="letter.pdf"/)
    expect((await list()).body.data as ReferralDocument[]).toMatchObject([
      { ...body.data, createdBy: 'lena', createdByName: 'Lena Kim' },
    ])
    const [shown] = (await clinic.call('referrals', 'lena')).body.data as Referral[]
    expect(shown).toEqual(events[0]?.data)
  })

  test('takes Word files and pictures by their content, and draws pictures anew [SEC-08]', async () => {
    const word = sample.office('wordprocessingml.document', 'word')
    for (const [bytes, name, contentType] of [
      [sample.oldOffice('WordDocument'), 'old.doc', 'application/msword'],
      [word, 'new.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      [await sample.png(), 'scan.png', 'image/png'],
      [await sample.photo(), 'photo.jpg', 'image/jpeg'],
    ] as const) {
      const { status, body } = await upload(sample.file(bytes, name))
      expect([status, body.data?.contentType], name).toEqual([200, contentType])
      const kept = (await files.bytes(body.data.url)).bytes
      if (contentType.startsWith('image/')) expect((await sharp(kept).metadata()).exif, name).toBeUndefined()
      else expect(kept.equals(bytes), name).toBe(true)
    }
  })

  test('refuses other kinds, an empty file and none with a sentence, and keeps nothing [SEC-08]', async () => {
    const kinds = 'The file is of a kind that is not kept with a referral. Kept are PDF, Word documents, PNG and JPEG.'
    for (const [bytes, sentence] of [
      [sample.exe(), kinds],
      [Buffer.from('a,b\n1,2\n'), kinds],
      [await sample.webp(), kinds],
      [sample.office('spreadsheetml.sheet', 'xl'), kinds],
      [Buffer.alloc(0), 'The file is empty.'],
    ] as const) {
      const { status, body } = await upload(sample.file(bytes, 'scan.csv'))
      expect([status, body.message, body.issues]).toEqual([400, sentence, [{ path: 'file', message: sentence }]])
    }
    expect((await upload(null)).body).toMatchObject({ reason: 'not_valid', issues: [{ path: 'file' }] })
  })

  test('answers 413 when the file is over 10 MiB', async () => {
    const tooLarge = Buffer.concat([sample.pdf(), Buffer.alloc(10 * 1024 * 1024)])
    expect(await upload(sample.file(tooLarge, 'large.pdf'))).toMatchObject({ status: 413 })
  })

  test('answers 404 for an unknown and a foreign referral, and 403 in a foreign organization [SEC-05]', async () => {
    for (const id of ['absent', foreignId])
      expect((await upload(letter(), { fields: { referralId: id } })).status).toBe(404)
    expect((await upload(letter(), { organizationId: 'o2' })).status).toBe(403)
    expect((await list({ referralId: foreignId })).status).toBe(404)
  })

  test('keeps one document when a request is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'letter' }
    const answers = [await upload(letter(), { headers }), await upload(letter(), { headers })]
    expect(answers[1]).toEqual(answers[0])
    expect((await list()).body.data).toHaveLength(1)
  })

  test('counts each document when several are uploaded at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, (_, nth) => upload(letter(`letter ${nth}`))))
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const [shown] = (await clinic.call('referrals', 'lena')).body.data as Referral[]
    expect(shown?.documents).toBe(6)
    const first = await list({ limit: 4 })
    const second = await list({ limit: 4, cursor: first.body.cursor })
    expect(new Set([...first.body.data, ...second.body.data].map(({ _id }) => _id)).size).toBe(6)
  })
})

describe('a removed document', () => {
  test('is gone from the list and the file storage, and lowers the count on every screen', async () => {
    const { body } = await upload(letter())
    const before = await lastSeq()
    expect((await remove(body.data._id)).body).toEqual({ code: 'ok', data: { _id: body.data._id } })
    expect(await clinic.events(before)).toMatchObject([
      { type: 'referral.changed', key: referralId, data: { documents: 0, version: before + 1 } },
    ])
    expect((await files.bytes(body.data.url)).status).toBe(404)
    await sweepFiles(clinic.parts)
    expect(files.stored()).toEqual([])
    expect((await remove(body.data._id)).status).toBe(404)
  })

  test('lowers the count once when two members remove it at the same time', async () => {
    const { body } = await upload(letter())
    const both = await Promise.all([remove(body.data._id), remove(body.data._id, 'dana')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const rows = await clinic.store.query('select documents from referrals where id = $1', [referralId])
    expect(rows).toEqual([{ documents: 0 }])
  })

  test('can be neither read nor removed by another organization [SEC-05]', async () => {
    const { body } = await upload(letter())
    expect((await remove(body.data._id, 'omar', 'o2')).status).toBe(404)
    expect((await files.bytes(body.data.url.replace('o1', 'o2'), 'omar')).status).toBe(404)
    expect((await files.bytes(body.data.url)).status).toBe(200)
    await empty()
  })
})

test('withoutDocuments lists the referrals that have none', async () => {
  const ids = async () =>
    ((await clinic.call('referrals', 'lena', { withoutDocuments: 'true' })).body.data as Referral[]).map(
      ({ _id }) => _id,
    )
  expect(await ids()).toEqual([referralId])
  await upload(letter())
  expect(await ids()).toEqual([])
  await empty()
})
