import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStaging } from './staging.ts'
import { createUploadQuotas, type UploadQuota } from './upload-quota.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-quota-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (quota: UploadQuota) =>
  openStaging({ config: { dataDir } as never, newId: () => crypto.randomUUID() }, quota)
const bytes = (length: number) => Readable.from([Buffer.alloc(length)])

test("upload quota bounds one member's bytes on disk and does not affect others [SEC-08]", async () => {
  const quotaOf = createUploadQuotas(10)
  const [first, second, another] = [open(quotaOf('lena')), open(quotaOf('lena')), open(quotaOf('dana'))]
  await first.take(bytes(8), 100)
  await expect(second.take(bytes(3), 100)).rejects.toMatchObject({ reason: 'rate_limited', status: 429 })
  expect(await another.take(bytes(10), 100)).toMatchObject({ size: 10 })
  await first.clear()
  await second.clear()
  expect(await open(quotaOf('lena')).take(bytes(10), 100)).toMatchObject({ size: 10 })
})

test('upload quota releases bytes that arrive after their call has ended [SEC-08]', async () => {
  const quotaOf = createUploadQuotas(10)
  const staging = open(quotaOf('lena'))
  const slow = new Readable({ read: () => undefined })
  const taking = staging.take(slow, 100)
  await staging.clear()
  slow.push(Buffer.alloc(10))
  slow.push(null)
  await taking
  expect(await open(quotaOf('lena')).take(bytes(10), 100)).toMatchObject({ size: 10 })
})
