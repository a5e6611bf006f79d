import { archiveDoctors } from '@foyer/contracts/doctors/doctor-calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../clinic.suite.ts'
import { type Doctors, openDoctors } from './doctors.suite.ts'

let clinic: Doctors
beforeAll(async () => {
  clinic = await openDoctors()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query('update doctors set archived_at = null')
  await clinic.store.query(`update doctors set npi = case id when 'doctor1' then '1999900016' when 'doctor2' then '1999900024'
    else '1999900032' end`)
})

async function archive(file: string | Buffer, name = 'leaving.csv', fields: Record<string, string> = {}, key?: string) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(file as string))]), name)
  const response = await fetch(clinic.url + fillPath(archiveDoctors.path, { organizationId: 'o1' }), {
    method: 'POST',
    headers: { authorization: 'Bearer lena', ...(key !== undefined && { 'idempotency-key': key }) },
    body: form,
  })
  const answer: Answer = { status: response.status, body: await response.json() }
  return answer
}

const archived = async () =>
  (await clinic.store.query<{ id: string }>('select id from doctors where archived_at is not null order by id')).map(
    ({ id }) => id,
  )

test('archiveDoctors archives the doctors of a file by their NPI, and names those who are not found [CALL-MAIN-04]', async () => {
  const { status, body } = await archive(
    'Last,NPI\nOkafor,1999900016\nAgain,1999900016\nForeign,1999900032\nWrong,1234\n',
  )
  expect([status, body.data]).toEqual([
    200,
    {
      archived: 1,
      skipped: [
        { doctorId: '1999900032', reason: 'not_found' },
        { doctorId: '1234', reason: 'not_found' },
      ],
      undoId: expect.any(String),
    },
  ])
  expect(await archived()).toEqual(['doctor1'])
  const again = await archive('NPI\n1999900016\n')
  expect(again.body.data).toEqual({
    ...{ archived: 0, undoId: null, skipped: [{ doctorId: 'doctor1', reason: 'unchanged' }] },
  })
  expect((await clinic.ask('undoDoctors', 'lena', { undoId: body.data.undoId })).status).toBe(200)
  expect(await archived()).toEqual([])
})

test('archiveDoctors reads the ids where the file has a column of them, and takes no id in the column of NPIs', async () => {
  const ids = await archive('id;npi\ndoctor2;1999900016\ndoctor9;\n')
  expect(ids.body.data).toMatchObject({ archived: 1, skipped: [{ doctorId: 'doctor9', reason: 'not_found' }] })
  expect(await archived()).toEqual(['doctor2'])
  expect((await archive('NPI\ndoctor1\n')).body.data).toMatchObject({ archived: 0 })
})

test('archiveDoctors takes the NPI of a row whose id is no doctor of ours, and names a row that has neither', async () => {
  const file = [
    ['ID', 'Name', 'NPI', 'Doctor ID'],
    ['1', 'Own id', '1999900016', ''],
    ['2', 'Our id', '', 'doctor2'],
    ['3', 'Foreign id and NPI', '1999900032', 'doctor3'],
    ['4', 'Neither', '', ''],
    ['5', 'Unknown NPI', '1234567893', 'x'],
    ['doctor1', 'Again', '', ''],
  ]
  const { status, body } = await archive(file.map((row) => row.join(';')).join('\n'))
  expect([status, body.data.archived, await archived()]).toEqual([200, 2, ['doctor1', 'doctor2']])
  expect(body.data.skipped).toEqual(
    ['1999900032', '4', '1234567893'].map((doctorId) => ({ doctorId, reason: 'not_found' })),
  )
})

test.each([
  ['without such a column', 'Name\nOkafor\n', 422, 'The file has no column id or npi.'],
  ['with an empty column', 'npi,Name\n,Okafor\n', 422, 'Its column npi is empty.'],
  ['with two empty columns', 'id,npi,Name\n,,Okafor\n', 422, 'Its columns id and npi are empty.'],
  [
    'with more than 500 doctors',
    `id\n${Array.from({ length: 501 }, (_, nth) => `d${nth}`).join('\n')}`,
    422,
    'The file names more than 500 doctors.',
  ],
  ['that is no sheet', '%PDF-1.4\n', 400, 'This is a PDF'],
] as const)('archiveDoctors refuses a file %s with a sentence', async (_, file, status, sentence) => {
  const answer = await archive(file)
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)])
  expect(await archived()).toEqual([])
})

test('archiveDoctors refuses a form with a list beside the file, and neither of them', async () => {
  expect((await archive('id\ndoctor1\n', 'a.csv', { doctorIds: 'doctor1' })).status).toBe(400)
  expect((await clinic.ask('archiveDoctors', 'lena', {})).body).toMatchObject({ issues: [{ path: 'doctorIds' }] })
  expect(await archived()).toEqual([])
})

test('archiveDoctors answers a repeated file from the first call when the key is the same, and refuses another file', async () => {
  const first = await archive('id\ndoctor1\n', 'a.csv', {}, 'file once')
  expect(await archive('id\ndoctor1\n', 'a.csv', {}, 'file once')).toEqual(first)
  expect(await archive('id\ndoctor2\n', 'a.csv', {}, 'file once')).toMatchObject({ status: 422 })
  expect(await archived()).toEqual(['doctor1'])
})
