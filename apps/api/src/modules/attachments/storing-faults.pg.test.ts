/** Failures of the file storage, and processes that die while they store files. */
import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import * as sample from '../../files/sample-files.suite.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { sweepFiles } from './file-sweep.ts'
import { storeBytes } from './keep-bytes.ts'

/** Overrides single methods of the storage, to make them fail. */
let fault: Partial<FileStorage> = {}
const faulty = (files: FileStorage): FileStorage => ({
  put: (...given) => (fault.put ?? files.put)(...given),
  get: (...given) => (fault.get ?? files.get)(...given),
  delete: (...given) => (fault.delete ?? files.delete)(...given),
})

let clinic: Clinic
let folder: FileStorage
let conversationId: string
beforeAll(async () => {
  const wrapFiles = (files: FileStorage) => {
    folder = files
    return faulty(files)
  }
  clinic = await openClinic({}, { wrapFiles })
})
beforeEach(async () => {
  fault = {}
  conversationId = (await clinic.text('+15125550143', 'Hello')).id
})
afterAll(() => clinic.close())

const send = (files = 1, headers?: Record<string, string>) => {
  const sent = Array.from({ length: files }, (_, index) => sample.file(sample.pdf(), `${index}.pdf`))
  return clinic.sendFiles('lena', { conversationId, message: 'Your plan' }, sent, headers)
}
const stored = (where: 'attachments' | 'incoming') => {
  const root = path.join(clinic.parts.config.dataDir, where)
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}
const count = async (table: 'messages' | 'uploads' | 'attachments') =>
  (await clinic.store.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n
const age = () => clinic.store.query(`update uploads set created_at = now() - interval '61 minutes'`)

test('a full disk answers 507 and leaves no file, no row and no message', async () => {
  await send()
  const before = [stored('attachments'), await count('messages'), await count('attachments')]
  let puts = 0
  fault.put = async (...given) => {
    if (++puts === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await folder.put(...given)
  }
  const { status, body } = await send(3)
  expect([status, body.reason, body.message]).toEqual([
    507,
    'storage_full',
    'The file could not be stored. Try again later.',
  ])
  expect([stored('attachments'), await count('messages'), await count('attachments')]).toEqual(before)
  expect([stored('incoming'), await count('uploads')]).toEqual([[], 0])
})

test('a storage failure answers 500 or 503, and a retry with the same key sends', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  fault.put = async () => {
    throw new Error('the cable was pulled')
  }
  expect((await send(1, headers)).status).toBe(500)
  fault.put = async () => {
    throw new Refusal('unavailable', 'Files can not be reached right now. Try again.')
  }
  expect((await send(1, headers)).status).toBe(503)
  fault = {}
  expect((await send(1, headers)).status).toBe(200)
  expect(await count('uploads')).toBe(0)
})

test('bytes of a killed process are swept after an hour and not before', async () => {
  const messages = await count('messages')
  // It stores the bytes and then never continues.
  fault.put = async (...given) => {
    await folder.put(...given)
    await new Promise(() => undefined)
  }
  const gone = send().catch(() => 'cut off')
  const before = stored('attachments').length
  await until(() => stored('attachments').length > before || undefined)
  expect(await count('uploads')).toBe(1)
  expect(await sweepFiles(clinic.parts)).toBe(0)
  await age()
  expect(await sweepFiles(clinic.parts)).toBe(1)
  expect([stored('attachments').length, await count('uploads'), await count('messages')]).toEqual([before, 0, messages])
  await Promise.race([gone, Promise.resolve()])
})

test('an interrupted sweep is continued by the next, and parallel sweeps do not conflict', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of ids)
    await clinic.store.query(
      `insert into uploads (organization_id, id, created_at) values ('o1', $1, now() - interval '2 hours')`,
      [id],
    )
  fault.delete = async () => {
    throw new Refusal('unavailable', 'Files can not be reached right now. Try again.')
  }
  await expect(sweepFiles(clinic.parts)).rejects.toThrow('can not be reached')
  fault = {}
  // The files are marked, and another sweep may be deleting them.
  expect(await sweepFiles(clinic.parts)).toBe(0)
  await clinic.store.query(`update uploads set swept_at = now() - interval '6 minutes'`)
  const swept = await Promise.all([sweepFiles(clinic.parts), sweepFiles(clinic.parts)])
  expect(swept[0] + swept[1]).toBe(3)
  expect(await count('uploads')).toBe(0)
})

test('a message is refused when its bytes were swept meanwhile', async () => {
  const before = [await count('messages'), await count('attachments')]
  fault.put = async (...given) => {
    await folder.put(...given)
    await age()
    await sweepFiles({ ...clinic.parts, files: folder })
  }
  expect(await send()).toMatchObject({ status: 503, body: { reason: 'unavailable' } })
  expect([await count('messages'), await count('attachments'), await count('uploads')]).toEqual([...before, 0])
})

test('bytes that cannot be deleted after a refusal are left to the sweep', async () => {
  fault.delete = async () => {
    throw new Error('the disk is away')
  }
  const refused = await clinic.sendFiles('lena', { conversationId: 'absent', private: 'true' }, [
    sample.file(sample.pdf(), 'a.pdf'),
  ])
  expect(refused.status).toBe(404)
  expect(await count('uploads')).toBe(1)
  fault = {}
  await age()
  expect(await sweepFiles(clinic.parts)).toBe(1)
})

test('a commit whose answer was lost keeps its bytes', async () => {
  const staged = path.join(clinic.parts.config.dataDir, 'staged.pdf')
  writeFileSync(staged, sample.pdf())
  const file = { path: staged, size: sample.pdf().length, contentType: 'application/pdf', name: 'a.pdf' }
  const [taken, left] = [
    await storeBytes(clinic.parts, { organizationId: 'o1' }, [file]),
    await storeBytes(clinic.parts, { organizationId: 'o1' }, [file]),
  ]
  await clinic.parts.database.write('o1', (tx) => taken.claim(tx))
  await Promise.all([taken.discard(), left.discard()])
  expect([stored('attachments').includes(taken.kept[0]!.id), stored('attachments').includes(left.kept[0]!.id)]).toEqual(
    [true, false],
  )
  expect(await count('uploads')).toBe(0)
})

test('a download is 404 when the bytes are gone, and breaks off when they cannot be read', async () => {
  const { body } = await send()
  const [{ url, _id }] = body.data.attachments
  const ask = () => fetch(clinic.url + url, { headers: { authorization: 'Bearer lena' } })
  fault.get = async (...given) => {
    const bytes = await folder.get(...given)
    queueMicrotask(() => bytes.destroy(new Error('the disk is away')))
    return bytes
  }
  await expect(ask().then((answer) => answer.arrayBuffer())).rejects.toThrow()
  fault = {}
  await folder.delete(_id)
  expect((await ask()).status).toBe(404)
})
