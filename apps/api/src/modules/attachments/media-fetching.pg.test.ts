/** Files of patients' texts are fetched once each, whatever fails, and none is forgotten. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import * as sample from '../../files/sample-files.suite.ts'
import type { MediaGateway, MediaOutcome } from '../../gateways/carrier-media.ts'
import { createLog } from '../../http/log.ts'
import type { Services } from '../../services.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { startMediaFetching } from './media-fetching.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterEach(async () => {
  await clinic.store.query('delete from media_fetches')
  expect(await clinic.store.query('select * from uploads')).toEqual([])
})
afterAll(() => clinic.close())

const had = (bytes: Buffer, contentType = 'image/png'): MediaOutcome => ({
  outcome: 'had',
  bytes: Readable.from([bytes]),
  contentType,
})
const busy: MediaOutcome = { outcome: 'busy', retryAfterMs: null }

/** Answers in order and repeats the last answer; records the requested addresses. */
function carrier(
  ...answers: (() => MediaOutcome | Promise<MediaOutcome>)[]
): MediaGateway & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch(url) {
      asked.push(url)
      return (answers.length > 1 ? answers.shift() : answers[0])!()
    },
  }
}

const work = (gateway: MediaGateway, changed: Partial<Services> = {}) =>
  startMediaFetching({ ...clinic.parts, metrics: new Registry(), ...changed }, { gateway, pollMs: 20 })
const waiting = () =>
  clinic.store.query<{ place: number; attempts: number; leased_by: string | null; delay: number }>(
    `select place, attempts, leased_by, extract(epoch from due_at - now())::float as delay from media_fetches order by place`,
  )
const makeDue = () => clinic.store.query(`update media_fetches set due_at = now() where leased_by is null`)

/** A storage that is full while `isFull` is true. */
function full(isFull = () => true): Services['files'] {
  const { files } = clinic.parts
  return {
    ...files,
    async put(...given) {
      if (isFull()) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      await files.put(...given)
    },
  }
}

/** A log that records its lines. */
function logged() {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  return { log, lines: () => lines.map((line) => JSON.parse(line)) }
}

let senders = 0
async function textWithFiles(count: number) {
  const media = Array.from({ length: count }, (_, index) => [`MediaUrl${index}`, `https://c.test/${index}`])
  const from = `+1512555${String(7000 + senders++)}`
  const { id } = await clinic.text(from, '', { NumMedia: String(count), ...Object.fromEntries(media) })
  return async (): Promise<Message> => (await clinic.call('messages', 'lena', { conversationId: id })).body.data[0]
}

/** Waits until the only waiting file was tried this often and released. */
async function untilTried(attempts: number) {
  await until(async () => {
    const [one] = await waiting()
    return (one?.attempts === attempts && one.leased_by === null) || undefined
  })
}

async function untilNothingWaits() {
  await until(async () => ((await waiting()).length === 0 ? true : undefined))
}

test('each file joins its message at its place, with one event, and is fetched once [OPEN-071]', async () => {
  const message = await textWithFiles(3)
  const before = (await clinic.events()).length
  const bytes = await sample.png()
  const gateway = carrier(() => had(bytes))
  const workers = [work(gateway), work(gateway)]
  await untilNothingWaits()
  await Promise.all(workers.map((worker) => worker.stop()))
  expect([...gateway.asked].sort()).toEqual([0, 1, 2].map((index) => `https://c.test/${index}`))
  expect((await message()).attachments.map(({ name }) => name)).toEqual([
    'picture-1.png',
    'picture-2.png',
    'picture-3.png',
  ])
  expect((await clinic.events(before)).map(({ type }) => type)).toEqual(Array(3).fill('message.changed'))
})

test('a file is fetched later when the carrier is unavailable', async () => {
  const message = await textWithFiles(1)
  const bytes = await sample.png()
  const gateway = carrier(
    () => busy,
    () => ({ outcome: 'busy', retryAfterMs: 90_000 }),
    () => ({ outcome: 'absent' }),
    () => had(bytes),
  )
  const worker = work(gateway)
  const delays: number[] = []
  for (let tries = 1; tries <= 3; tries++) {
    await until(async () => {
      const [one] = await waiting()
      if (one?.attempts !== tries || one.leased_by !== null) return undefined
      delays.push(Math.round(one.delay))
      return true
    })
    await makeDue()
  }
  await untilNothingWaits()
  await worker.stop()
  expect(delays).toEqual([2, 90, 8])
  expect(await message()).toMatchObject({ attachments: [{ name: 'picture-1.png' }], failureReason: null })
})

test.each<[string, () => MediaOutcome, RegExp]>([
  ['is not stored at the carrier', () => ({ outcome: 'foreign' }), /was not fetched: it does not lie with the carrier/],
  ['is too large by its header', () => ({ outcome: 'too_large' }), /larger than 10 MB/],
  ['is too large by its bytes', () => had(Buffer.alloc(10 * 1024 * 1024 + 1)), /larger than 10 MB/],
  ['is a program', () => had(sample.exe()), /of a kind that is not taken/],
  ['is a damaged picture', () => had(Buffer.from('GIF89a<script>')), /damaged/],
])('a file that %s is given up with a reason, and the others are kept', async (_what, answer, reason) => {
  const message = await textWithFiles(2)
  const bytes = sample.pdf()
  const gateway: MediaGateway = {
    fetch: async (url) => (url.endsWith('/0') ? answer() : had(bytes, 'application/pdf')),
  }
  const worker = work(gateway)
  await untilNothingWaits()
  await worker.stop()
  expect(await message()).toMatchObject({
    status: 'received',
    attachments: [{ name: 'file-2.pdf' }],
    failureReason: expect.stringMatching(reason),
  })
})

test.each<[string, string, MediaOutcome, RegExp]>([
  ['that the carrier has deleted', 'attempts = 5', { outcome: 'absent' }, /does not have it any more/],
  [
    'for which nobody answered in a day',
    `queued_at = now() - interval '2 years', attempts = 5`,
    busy,
    /could not be reached for a day/,
  ],
])('a file %s is given up in the end', async (_what, change, answer, reason) => {
  const message = await textWithFiles(1)
  await clinic.store.query(`update media_fetches set ${change}`)
  const worker = work(carrier(() => answer))
  await untilNothingWaits()
  await worker.stop()
  expect((await message()).failureReason).toMatch(reason)
})

test.each<[string, () => Partial<Services>, object]>([
  ['be staged', () => ({ config: { ...clinic.parts.config, dataDir: '/dev/null' } }), { code: 'ENOTDIR' }],
  ['be stored', () => ({ files: full() }), { reason: 'storage_full', cause: { code: 'ENOSPC' } }],
])(
  'a file that cannot %s is retried for a day and given up with a reason that does not blame the carrier',
  async (_what, changed, err) => {
    const message = await textWithFiles(1)
    const bytes = await sample.png()
    const gateway = carrier(() => had(bytes))
    const { log, lines } = logged()
    await clinic.store.query('update media_fetches set attempts = 9')
    const worker = work(gateway, { ...changed(), log })
    await untilTried(10)
    expect((await message()).failureReason).toBeNull()
    await clinic.store.query(`update media_fetches set queued_at = now() - interval '2 years', due_at = now()`)
    await untilNothingWaits()
    await worker.stop()
    expect(gateway.asked).toHaveLength(2)
    expect(await message()).toMatchObject({
      status: 'received',
      attachments: [],
      failureReason: 'A file that came with this was not kept: fetching or storing it went wrong for a day.',
    })
    expect(lines()).toMatchObject([
      { msg: 'a file that a patient sent: the try failed, another follows', err },
      { msg: 'gave up fetching a file that a patient sent', err },
    ])
  },
)

test("a file is not given up at its first try after a day's outage", async () => {
  const message = await textWithFiles(1)
  const bytes = await sample.png()
  await clinic.store.query(`update media_fetches set queued_at = now() - interval '2 years'`)
  const { log, lines } = logged()
  const gateway = carrier(
    () => busy,
    () => had(bytes),
  )
  let puts = 0
  const worker = work(gateway, { log, files: full(() => ++puts === 1) })
  for (let tries = 1; tries <= 2; tries++) {
    await untilTried(tries)
    await makeDue()
  }
  await untilNothingWaits()
  await worker.stop()
  expect(await message()).toMatchObject({ attachments: [{ name: 'picture-1.png' }], failureReason: null })
  expect(lines()).toMatchObject([
    {
      msg: 'a file that a patient sent: the try failed, another follows',
      err: { reason: 'storage_full', cause: { code: 'ENOSPC' } },
    },
  ])
})

test("a dead worker's file goes to the next worker and is not added twice", async () => {
  const message = await textWithFiles(1)
  const bytes = await sample.png()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = carrier(async () => {
    await held
    return had(bytes)
  })
  const dying = work(slow)
  await until(() => slow.asked.length === 1 || undefined)
  // Its lease expires, as if its worker were gone.
  await clinic.store.query(`update media_fetches set leased_until = now() - interval '1 second'`)
  const next = work(carrier(() => had(bytes)))
  await untilNothingWaits()
  const before = (await clinic.events()).length
  release()
  await Promise.all([dying.stop(), next.stop()])
  expect((await message()).attachments).toHaveLength(1)
  expect(await clinic.events(before)).toEqual([])
})

test('a file is fetched again when the storage was full', async () => {
  const message = await textWithFiles(1)
  const bytes = await sample.png()
  let isFull = true
  const worker = work(
    carrier(() => had(bytes)),
    { files: full(() => isFull) },
  )
  await untilTried(1)
  isFull = false
  await makeDue()
  await untilNothingWaits()
  await worker.stop()
  expect((await message()).attachments).toHaveLength(1)
})

test('a repeated text queues no file again [OPEN-101]', async () => {
  const more = { MessageSid: 'SMtwice', NumMedia: '1', MediaUrl0: 'https://c.test/0' }
  await clinic.text('+15125557999', '', more)
  await clinic.text('+15125557999', '', more)
  expect(await waiting()).toHaveLength(1)
})

test('a migration queues the files of earlier texts', async () => {
  const migration = path.join(import.meta.dirname, '../../db/migrations/022-attachments.sql')
  const [, step = ''] = readFileSync(migration, 'utf8').split('-- What came before')
  await textWithFiles(2)
  await clinic.store.query('delete from media_fetches')
  await clinic.store.query(`begin; -- ${step}; commit`)
  const found = await clinic.store.query('select place, url from media_fetches where url like $1 order by place', [
    'https://c.test/%',
  ])
  expect(found).toContainEqual({ place: 0, url: 'https://c.test/0' })
  expect(found).toContainEqual({ place: 1, url: 'https://c.test/1' })
})
