/** Faxes with a real queue, the simulated fax service over HTTP, and workers that die. */
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { faxSchema } from '@foyer/contracts/fax/fax.ts'
import type { FaxBehaviour } from '@foyer/sandbox/fax/behaviour.ts'
import { startSandbox } from '@foyer/sandbox/sandbox.suite.ts'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFaxGateway, type FaxGateway } from '../../apps/api/src/gateways/sinch.ts'
import { dueFaxes } from '../../apps/api/src/modules/fax/fax-queue.store.ts'
import { startFaxWorker, startLeftoverWorker } from '../../apps/api/src/modules/fax/fax-worker.ts'
import { handOverFax } from '../../apps/api/src/modules/fax/hand-over.ts'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { staffHeaders } from '../calls/credentials.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const NUMBER = '+15125550177'
const NOTE = 'Zebra: please call us with a date.'
const lines: string[] = []
let clinics: Clinics
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let gateway: FaxGateway
let file: Blob
beforeAll(async () => {
  clinics = await openClinics(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }))
  sandbox = await startSandbox(clinics.url, { publicUrl: clinics.parts.config.publicUrl })
  const grey = { create: { width: 300, height: 400, channels: 3, background: '#888' } } as const
  file = new Blob([new Uint8Array(await sharp(grey).png().toBuffer())], { type: 'image/png' })
})
afterAll(async () => {
  await clinics.close()
  await sandbox.stop()
})
beforeEach(async () => {
  await clinics.store.query('delete from fax_leftovers')
  await clinics.store.query(`update faxes set due_at = null, status = 'canceled' where status <> 'delivered'`)
  await sandbox.post('reset', {})
  gateway = made()
})
const workers: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

function settings() {
  const { service } = clinics.parts.config.fax
  if (!service) throw new Error('No fax service is set up.')
  const base = `${sandbox.url}/sandbox/sinch`
  return { ...service, faxUrl: base, authUrl: base }
}
function made(options: { timeoutMs?: number } = {}): FaxGateway {
  return createFaxGateway(settings(), { clock: clinics.parts.clock, ...options })
}

const behave = async (change: Partial<FaxBehaviour>) => {
  const answer = await sandbox.post('fax-behaviour', change)
  expect(answer.status, await answer.text()).toBe(200)
}
type Printed = { id: string; to: string; status: string; hasContent: boolean; files: { name: string }[] }
const printed = async () => ((await sandbox.get('faxes')) as unknown as { faxes: Printed[] }).faxes

interface Sent {
  readonly number?: string | null
  readonly note?: string
  readonly bytes?: Blob | null
  readonly name?: string
  readonly key?: string
}

async function send({ number = '(512) 555-0177', note = NOTE, bytes = file, name = 'referral.png', key }: Sent = {}) {
  const form = new FormData()
  if (number !== null) form.append('toFaxNumber', number)
  form.append('note', note)
  if (bytes !== null) form.append('faxFile', bytes, name)
  const path = '/api/campaign/fax/send'
  const headers = { ...staffHeaders(clinics, 'lena', { path }), organizationid: CEDAR.id }
  const response = await fetch(clinics.url + path, {
    method: 'POST',
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body: form,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, body: (await response.json()) as any }
}
const sentId = async (sent?: Sent): Promise<string> => {
  const { status, body } = await send(sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data._id
}

async function ask(name: 'fax' | 'fax/cancel' | 'fax/again' | 'fax/name', fields: Record<string, string>) {
  const path = `/api/campaign/${name}` as const
  const all = { organizationId: CEDAR.id, ...fields }
  const isRead = name === 'fax'
  const response = await fetch(`${clinics.url}${path}${isRead ? `?${new URLSearchParams(all)}` : ''}`, {
    method: isRead ? 'GET' : 'POST',
    headers: { ...staffHeaders(clinics, 'lena', { path }), 'content-type': 'application/json' },
    ...(isRead ? {} : { body: JSON.stringify(all) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, body: (await response.json()) as any }
}
const read = async (faxId: string): Promise<Fax> => faxSchema.parse((await ask('fax', { faxId })).body.data)

/** One pass of a worker over all faxes that wait, as if their time had come. */
async function step({
  now = clinics.parts.clock.now,
  mayCall = (): boolean => true,
  via = gateway as FaxGateway | null,
} = {}) {
  const { database } = clinics.parts
  await clinics.store.query(
    'update faxes set due_at = now(), leased_by = null, leased_until = null where due_at is not null',
  )
  const due = await database.systemStatement((tx) => dueFaxes.lease(tx, { worker: 'w', limit: 9, leaseS: 60 }))
  const outcomes = []
  for (const fax of due) {
    const parts = { ...clinics.parts, clock: { now }, gateway: via, worker: 'w', mayCall }
    outcomes.push(await handOverFax(parts, fax))
  }
  return outcomes
}
const hoursLater = (hours: number) => () => new Date(Date.now() + hours * 3_600_000)
const untilCalled = () => until(async () => (await printed()).every(({ status }) => /COMPLETED|FAILURE/.test(status)))

/** A pass leaves a fax out while the service's callback about it is written, so the passes repeat until one finds it. */
const nextOutcomes = (how: Parameters<typeof step>[0] = {}) =>
  until(async () => {
    const outcomes = await step(how)
    return outcomes.length > 0 ? outcomes : undefined
  })

/** The fax is handed over, the machine is called, and the service is asked what became of it. */
async function called() {
  expect(await nextOutcomes()).toEqual(['accepted'])
  await untilCalled()
  expect(await nextOutcomes()).toEqual(['ended'])
}

test('a fax is queued with +1 before its number, and both files arrive [FAX-01] [RULE-13] [OPEN-025] [CALL-CAMPAIGN-20]', async () => {
  const { status, body } = await send({ number: '(123) 456-7890' })
  expect([status, body]).toEqual([
    200,
    { code: 'ok', data: { _id: expect.any(String), status: 'queued', toFaxNumber: '+11234567890' } },
  ])
  await called()
  expect(await printed()).toMatchObject([
    { to: '+11234567890', files: [{ name: 'cover.pdf' }, { name: 'referral.png' }] },
  ])
  expect(await read(body.data._id)).toMatchObject({
    ...{ status: 'delivered', note: NOTE, pages: 2, pagesSent: 2, sentBy: 'usr_lena', cause: null },
    attempts: [{ n: 1, status: 'delivered' }],
  })
})

test.each([
  ['no file', { bytes: null }, 400, 'faxFile'],
  ['no number', { number: null }, 400, 'toFaxNumber'],
  ['a letter in the number', { number: '512-555-O177' }, 400, 'toFaxNumber'],
  ['a number that is too short', { number: '555-0177' }, 400, 'toFaxNumber'],
  ['a number abroad', { number: '+44 20 7946 0958' }, 400, 'toFaxNumber'],
  ['a number of Jamaica', { number: '(876) 555-0177' }, 400, 'toFaxNumber'],
  ['a number that can be none', { number: '000 000 0000' }, 400, 'toFaxNumber'],
  ["the clinic's own number", { number: '+1 (512) 555-0190' }, 400, 'toFaxNumber'],
  ['a control character in the note', { note: 'a\u0000b' }, 400, 'note'],
  ['a program', { bytes: new Blob(['MZ program']), name: 'x.exe' }, 400, 'faxFile'],
  ['a text file', { bytes: new Blob(['plain']), name: 'x.txt' }, 400, 'faxFile'],
])('a fax with %s is refused, and nothing is sent [OPEN-025] [RULE-13] [SEC-08]', async (_, wrong, status, field) => {
  const answer = await send(wrong as Sent)
  expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([status, field])
  expect(await step()).toEqual([])
})

test('a damaged PDF is 422, a file that is too large is 413 [SEC-08]', async () => {
  const broken = await send({ bytes: new Blob(['%PDF-1.7 nothing']), name: 'x.pdf' })
  expect([broken.status, broken.body.message]).toEqual([422, 'The file is too large or damaged.'])
  expect((await send({ bytes: new Blob([new Uint8Array(11 * 1024 * 1024)]) })).status).toBe(413)
})

test('a long note goes on to a second page of the cover, which counts', async () => {
  const id = await sentId({ note: 'Please call us.\n'.repeat(60) })
  expect((await read(id)).pages).toBe(3)
  await called()
  expect(await printed()).toMatchObject([{ numberOfPages: 3 }])
})

test('a repeated request with one key queues one fax', async () => {
  const [one, other] = [await send({ key: 'same' }), await send({ key: 'same' })]
  expect(other).toEqual(one)
  expect(await step()).toEqual(['accepted'])
})

test('a fax to a busy line is tried again after a minute, and then arrives', async () => {
  await behave({ outcome: 'busy', times: 1 })
  const id = await sentId()
  await called()
  const waiting = await read(id)
  expect(waiting).toMatchObject({
    status: 'retrying',
    cause: 'busy',
    attempts: [{ n: 1, status: 'failed', cause: 'busy' }],
  })
  const waitMs = Date.parse(waiting.nextAttemptAt ?? '') - Date.parse(waiting.attempts[0]?.endedAt ?? '')
  expect(waitMs).toBe(60_000)
  await called()
  expect(await read(id)).toMatchObject({ status: 'delivered', attempts: [{ n: 1 }, { n: 2, status: 'delivered' }] })
  expect(await printed()).toHaveLength(2)
})

test.each([
  ['dead', 'failed', 'number_dead'],
  ['document', 'failed', 'document'],
  ['voice', 'retrying', 'not_a_fax'],
  ['noAnswer', 'retrying', 'no_answer'],
  ['partial', 'partial', 'line_dropped'],
] as const)('a fax of which the service reports %s is %s', async (outcome, status, cause) => {
  await behave({ outcome, byNumber: {} })
  const id = await sentId()
  await called()
  expect(await read(id)).toMatchObject({ status, cause })
})

test('a fax that the line refuses four times has failed', async () => {
  await behave({ outcome: 'busy' })
  const id = await sentId()
  for (let n = 1; n <= 4; n++) await called()
  expect(await read(id)).toMatchObject({
    status: 'failed',
    cause: 'busy',
    nextAttemptAt: null,
    attempts: { length: 4 },
  })
  expect(await step()).toEqual([])
})

describe('handOverFax', () => {
  test.each(['tooMany', 'error'] as const)(
    'queues the fax again without an attempt when the answer is %s',
    async (answer) => {
      await behave({ answer, times: 1 })
      const id = await sentId()
      expect(await step()).toEqual(['busy'])
      expect(await read(id)).toMatchObject({ status: 'queued', attempts: [] })
      await called()
      expect(await read(id)).toMatchObject({ status: 'delivered', attempts: { length: 1 } })
    },
  )

  test('queues the fax again when nobody listens', async () => {
    const id = await sentId()
    const nowhere = { ...settings(), faxUrl: `http://127.0.0.1:${await freePort()}` }
    expect(await step({ via: createFaxGateway(nowhere, { clock: clinics.parts.clock }) })).toEqual(['busy'])
    expect(await read(id)).toMatchObject({ status: 'queued', attempts: [] })
  })

  test('looks a fax up by number and day when the service gave no answer, and never sends it twice', async () => {
    await behave({ answer: 'hang', times: 1 })
    const id = await sentId()
    expect(await step({ via: { ...made(), send: made({ timeoutMs: 2000 }).send } })).toEqual(['unknown'])
    expect((await read(id)).status).toBe('sending')
    await untilCalled()
    expect(await nextOutcomes()).toEqual(['ended'])
    expect(await read(id)).toMatchObject({ status: 'delivered', attempts: { length: 1 } })
    expect(await printed()).toHaveLength(1)
  })

  test('leaves a fax unconfirmed when the service does not have it at two looks, and a person may send it again', async () => {
    const id = await sentId()
    // The process dies after "is being called" and before the call.
    const send = () => Promise.reject(new Error('killed'))
    await expect(step({ via: { ...gateway, send } })).rejects.toThrow('killed')
    expect(await step()).toEqual(['followed'])
    const later = hoursLater(0.3)
    expect(await step({ now: later, via: { ...gateway, find: async () => 'unknown' } })).toEqual(['followed'])
    expect(await step({ now: later })).toEqual(['unconfirmed'])
    expect([(await read(id)).status, await printed()]).toEqual(['unconfirmed', []])
    expect((await ask('fax/again', { faxId: id, what: 'all' })).status).toBe(200)
  })

  test('leaves a fax unconfirmed after a day without a word, never sends it again, and learns later what became of it', async () => {
    await behave({ answer: 'lost', times: 1 })
    const id = await sentId()
    expect(await step({ via: { ...made(), send: made({ timeoutMs: 2000 }).send } })).toEqual(['unknown'])
    const silent: FaxGateway = { ...gateway, find: async () => 'unknown' }
    expect(await step({ now: hoursLater(23), via: silent })).toEqual(['followed'])
    expect(await step({ now: hoursLater(25), via: silent })).toEqual(['unconfirmed'])
    expect(await read(id)).toMatchObject({ status: 'unconfirmed', attempts: [{ status: 'unconfirmed' }] })
    expect([await step(), await printed()]).toEqual([[], []])
    // The service speaks of it after all.
    await clinics.store.query(`update faxes set due_at = now() where id = $1`, [id])
    const report = { id: 's1', status: 'COMPLETED', errorType: null, errorCode: null, numberOfPages: 2 } as const
    const found = { ...report, pagesSentSuccessfully: 2, completedTime: null, callbackUrl: null }
    expect(await step({ via: { ...gateway, find: async () => found } })).toEqual(['ended'])
    expect(await read(id)).toMatchObject({ status: 'delivered' })
  })

  test('does not call when its process died after "is being called", and finds what the service has', async () => {
    const id = await sentId()
    // The process dies while the service answers: nothing after the call is written.
    const died = new Error('killed')
    const dying: FaxGateway = {
      ...gateway,
      async send(fax) {
        await gateway.send(fax)
        throw died
      },
    }
    await expect(step({ via: dying })).rejects.toThrow(died)
    expect(await read(id)).toMatchObject({ status: 'sending', attempts: [{ status: 'calling' }] })
    await untilCalled()
    expect(await nextOutcomes()).toEqual(['ended'])
    expect(await printed()).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'delivered', attempts: { length: 1 } })
  })

  test('hands nothing over when too little of its lease is left', async () => {
    const id = await sentId()
    expect(await step({ mayCall: () => false })).toEqual(['late'])
    expect(await read(id)).toMatchObject({ status: 'queued', attempts: [] })
    expect(await printed()).toEqual([])
  })

  test('gives a fax up that the service did not take for a day, or when no service is set up any more', async () => {
    const id = await sentId()
    expect(await step({ now: hoursLater(25) })).toEqual(['gave_up'])
    expect(await read(id)).toMatchObject({ status: 'failed', cause: null, attempts: [] })
    const other = await sentId()
    expect(await step({ via: null })).toEqual(['gave_up'])
    expect(await read(other)).toMatchObject({ status: 'failed', cause: 'no_service' })
  })

  test('gives a fax up with the cause of its last try when its next try is a day late', async () => {
    await behave({ outcome: 'busy', times: 1 })
    const id = await sentId()
    await called()
    expect(await nextOutcomes({ now: hoursLater(25) })).toEqual(['gave_up'])
    expect(await read(id)).toMatchObject({ status: 'failed', cause: 'busy', attempts: { length: 1 } })
  })

  test('fails a fax when the service does not take its number, or that of the clinic', async () => {
    const id = await sentId()
    await clinics.store.query(`update faxes set number = 'nowhere' where id = $1`, [id])
    expect(await step()).toEqual(['refused'])
    expect(await read(id)).toMatchObject({ status: 'failed', cause: 'number_refused' })
    const other = await sentId()
    await clinics.store.query(`update faxes set own_number = 'nowhere' where id = $1`, [other])
    expect(await step()).toEqual(['refused'])
    expect(await read(other)).toMatchObject({ status: 'failed', cause: 'own_number_refused' })
  })

  test('fails a fax when the service refuses the key', async () => {
    const id = await sentId()
    const other = { ...settings(), keySecret: 'wrong' }
    expect(await step({ via: createFaxGateway(other, { clock: clinics.parts.clock }) })).toEqual(['refused'])
    expect(await read(id)).toMatchObject({ status: 'failed', cause: 'account' })
  })
})

test('a fax is canceled while it waits, and not while the machine is called [FAX-01]', async () => {
  const id = await sentId()
  expect((await ask('fax/cancel', { faxId: id })).body.data).toMatchObject({ status: 'canceled' })
  expect(await step()).toEqual([])
  expect((await ask('fax/cancel', { faxId: id })).status).toBe(409)
  const other = await sentId()
  await step()
  expect((await ask('fax/cancel', { faxId: other })).status).toBe(409)
  expect((await ask('fax/again', { faxId: other })).status).toBe(409)
})

test('an ended fax is sent again as a new one with its file, also to another number', async () => {
  const id = await sentId()
  await called()
  const { body } = await ask('fax/again', { faxId: id, toFaxNumber: '512 555 0178' })
  expect(body.data).toMatchObject({ againOf: id, number: '+15125550178', note: NOTE, status: 'queued', attempts: [] })
  await called()
  expect((await printed()).map(({ to }) => to)).toEqual([NUMBER, '+15125550178'])
  for (const toFaxNumber of ['512 555 0190', '876 555 0177', '000 000 0000'])
    expect((await ask('fax/again', { faxId: id, toFaxNumber })).status, toFaxNumber).toBe(400)
})

test('a name is shown on the faxes of its number, and told to screens', async () => {
  const id = await sentId()
  const { version } = await read(id)
  await ask('fax/name', { number: NUMBER, name: 'Heart Center' })
  const named = await read(id)
  expect(named.name).toBe('Heart Center')
  const { events } = await clinics.feed(CEDAR.id, version)
  const told = events.findLast(({ type, key }) => type === 'fax.changed' && key === id)
  expect(told?.data).toMatchObject({ name: 'Heart Center', version: named.version })
  const foreign = await ask('fax/name', { number: '876 555 0177', name: 'Kingston Clinic' })
  expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'number'])
  await ask('fax/name', { number: NUMBER, name: '' })
  expect((await read(id)).name).toBeNull()
})

test('the workers deliver a fax by its callback, and the service deletes its pages', async () => {
  const id = await sentId()
  const parts = { ...clinics.parts, config: { ...clinics.parts.config } }
  workers.push(startFaxWorker(parts, { gateway, pollMs: 50 }), startLeftoverWorker(parts, { gateway, pollMs: 50 }))
  await until(async () => (await read(id)).status === 'delivered', 30_000)
  await until(async () => (await clinics.store.query('select from fax_leftovers')).length === 0, 30_000)
  expect((await printed()).filter(({ hasContent }) => hasContent)).toEqual([])
})

describe('webhook', () => {
  const post = (query: Record<string, string>) =>
    fetch(`${clinics.url}/api/campaign/webhooks/sinch/fax?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: new URLSearchParams({ event: 'FAX_COMPLETED', fax: '{"status":"COMPLETED"}' }),
    }).then(({ status }) => status)
  const hintOf = async (id: string) =>
    (await clinics.store.query<{ hinted_at: Date | null }>('select hinted_at from faxes where id = $1', [id]))[0]
      ?.hinted_at

  test('changes nothing by what it says, and makes the fax due when it has the key', async () => {
    await behave({ dropCallbacks: true })
    const id = await sentId()
    await step()
    const { webhookKey: key } = settings()
    expect(await post({ key: 'forged', fax: id, attempt: '1' })).toBe(403)
    expect(await post({ key, fax: id, attempt: '2' })).toBe(200)
    expect(await post({ key, fax: 'nothing', attempt: '1' })).toBe(200)
    expect(await hintOf(id)).toBeNull()
    for (let times = 0; times < 2; times++) expect(await post({ key, fax: id, attempt: '1' })).toBe(200)
    expect(await hintOf(id)).not.toBeNull()
    expect((await read(id)).status).toBe('sending')
  })

  test('a dropped callback is made up for by asking, and a repeated one changes nothing', async () => {
    await behave({ dropCallbacks: true })
    const id = await sentId()
    await called()
    await behave({ dropCallbacks: false, repeatCallbacks: true })
    const { version } = await read(id)
    const { webhookKey: key } = settings()
    expect(await post({ key, fax: id, attempt: '1' })).toBe(200)
    expect(await step()).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'delivered', version })
  })
})

test('the log has no number, note, name or key', () => {
  expect(lines.length).toBeGreaterThan(50)
  const all = lines.join('\n')
  for (const secret of ['5550177', 'Zebra', 'referral', 'Heart Center', settings().webhookKey])
    expect(all).not.toContain(secret)
})
