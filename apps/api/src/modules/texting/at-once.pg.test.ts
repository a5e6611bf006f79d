/** Replies that leave directly after the commit that saved them. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import type { FindOutcome, OutgoingText, SendOutcome, SmsGateway } from '../../gateways/sms.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { outboundTexts } from '../outbound/outbound.ts'
import { handOver } from './hand-over.ts'
import { startOutbound } from './outbound-worker.ts'

interface Row {
  readonly message_id: string
  readonly leased_by: string | null
  readonly handed_at: Date | null
  readonly attempts: number
}

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic({}, { hasPlaces: true })
})
afterAll(() => clinic.close())

let workers: { stop(): Promise<void> }[]
let asked: OutgoingText[]
beforeEach(() => {
  workers = []
  asked = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await clinic.store.query('delete from outbound_texts')
})

/** Looks up nothing by default. `send` gets the number of the call. */
function work(send: (nth: number) => Promise<SendOutcome> | SendOutcome, find?: SmsGateway['find']): void {
  const gateway: SmsGateway = {
    async send(text) {
      asked.push(text)
      return send(asked.length)
    },
    find: find ?? (async (): Promise<FindOutcome> => ({ outcome: 'absent' })),
  }
  // No poll finds a text in time.
  const worker = startOutbound({ ...clinic.parts, metrics: new Registry() }, { gateway, pollMs: 3_600_000 })
  workers.push(worker)
}
const accept = (nth: number): SendOutcome => ({ outcome: 'accepted', sid: `SM-at-once-${nth}-${asked[nth - 1]?.to}` })

let number = 5_125_557_000
async function conversation() {
  const from = `+1${++number}`
  return { from, id: (await clinic.text(from, 'Hi')).id }
}
async function send(conversationId: string, message = 'Hello'): Promise<string> {
  const { status, body } = await clinic.call('sendMessage', 'lena', { conversationId, message })
  if (status !== 200) throw new Error(JSON.stringify(body))
  expect(body.data.status).toBe('queued')
  return body.data._id
}
const queue = () => clinic.store.query<Row>('select * from outbound_texts order by position')
const states = async (messageId: string) =>
  (await clinic.events())
    .map(({ data }) => (data as { message?: Message }).message)
    .filter((message) => message?._id === messageId)
    .map((message) => message?.status)
const become = (messageId: string, ...all: readonly Message['status'][]) =>
  until(async () => {
    expect(await states(messageId)).toEqual(all)
    return true
  })
const handedAt = async (messageId: string) =>
  (await clinic.store.query<{ handed_at: Date | null }>('select handed_at from messages where id = $1', [messageId]))[0]
    ?.handed_at

const unexpected = async (): Promise<never> => {
  throw new Error('The carrier is not to be called.')
}

/** Another worker takes the text whose lease has expired. */
async function takeOver(find: FindOutcome, sent?: SendOutcome) {
  await clinic.store.query(`update outbound_texts set leased_until = now() - interval '1 second'`)
  const [leased] = await clinic.parts.database.systemStatement((queries) =>
    outboundTexts.lease(queries, { worker: 'another', limit: 1, leaseS: 45 }),
  )
  if (!leased) throw new Error('No text is due.')
  const found: FindOutcome[] = []
  const gateway: SmsGateway = {
    async send(text) {
      asked.push(text)
      return sent ?? accept(asked.length)
    },
    async find() {
      found.push(find)
      return find
    },
  }
  const outcome = await handOver({ ...clinic.parts, gateway, worker: 'another', mayCall: () => true }, leased)
  return { outcome, lookUps: found.length }
}

test('a reply is at the carrier after its own commit, without a lease or a mark of its own', async () => {
  const atCall: Row[] = []
  work(async (nth) => {
    atCall.push(...(await queue()))
    return accept(nth)
  })
  const { id, from } = await conversation()
  const messageId = await send(id, 'See you & soon')
  await become(messageId, 'queued', 'sent')
  expect(asked).toMatchObject([{ to: from, body: 'See you & soon', mediaUrls: [] }])
  expect(asked[0]?.statusCallback).toBe(`http://foyer.test/api/inbox/webhooks/twilio/status?messageId=${messageId}`)
  expect(atCall).toMatchObject([
    { message_id: messageId, attempts: 1, leased_by: expect.any(String), handed_at: expect.any(Date) },
  ])
  expect(await queue()).toEqual([])
  expect(await handedAt(messageId)).toEqual(expect.any(Date))
})

test('a reply waits behind an earlier one of its conversation, and both leave in their order', async () => {
  const open = Promise.withResolvers<void>()
  work(async (nth) => {
    if (nth === 1) await open.promise
    return accept(nth)
  })
  const { id } = await conversation()
  const first = await send(id, 'First')
  const second = await send(id, 'Second')
  expect(await queue()).toMatchObject([
    { message_id: first, attempts: 1 },
    { message_id: second, attempts: 0, leased_by: null, handed_at: null },
  ])
  open.resolve()
  await become(first, 'queued', 'sent')
  await become(second, 'queued', 'sending', 'sent')
  expect(asked.map(({ body }) => body)).toEqual(['First', 'Second'])
})

test('a reply that the carrier refuses fails, and counts as handed over', async () => {
  work(() => ({ outcome: 'refused', code: '30003' }))
  const messageId = await send((await conversation()).id)
  await become(messageId, 'queued', 'failed')
  expect(await handedAt(messageId)).toEqual(expect.any(Date))
  expect(await queue()).toEqual([])
})

test('a reply that a busy carrier does not take is sent again, and is not looked up', async () => {
  const lookUps: string[] = []
  work(
    (nth) => (nth === 1 ? { outcome: 'busy', retryAfterMs: 3_600_000 } : accept(nth)),
    async ({ to }) => {
      lookUps.push(to)
      return { outcome: 'absent' }
    },
  )
  const messageId = await send((await conversation()).id)
  await until(async () => {
    expect(await queue()).toMatchObject([{ leased_by: null, handed_at: null, attempts: 1 }])
    return true
  })
  await clinic.parts.database.write('o1', async (tx) => {
    await tx
      .updateTable('outbound_texts')
      .set({ due_at: new Date(0) })
      .execute()
    outboundTexts.wake(tx)
  })
  await become(messageId, 'queued', 'sending', 'sent')
  expect([asked.length, lookUps]).toEqual([2, []])
})

test('a reply whose outcome is unknown shows so, and is looked up before it is sent again', async () => {
  work(() => ({ outcome: 'unknown' }))
  const messageId = await send((await conversation()).id)
  await become(messageId, 'queued', 'sending')
  await until(async () => (await queue())[0]?.leased_by === null)
  await clinic.store.query('update outbound_texts set due_at = now()')
  expect(await takeOver({ outcome: 'absent' })).toEqual({ outcome: 'accepted', lookUps: 1 })
  await become(messageId, 'queued', 'sending', 'sent')
})

test.each([
  ['found at the carrier', { outcome: 'found', sid: 'SM-found' }, 'found', 1],
  ['not at the carrier', { outcome: 'absent' }, 'accepted', 2],
] as const)(
  'a reply whose process stops in the call is looked up by another worker when the lease is over, and is %s',
  async (_where, found, outcome, calls) => {
    const late = Promise.withResolvers<SendOutcome>()
    work(() => late.promise)
    const messageId = await send((await conversation()).id)
    await until(() => asked.length === 1)
    expect(await takeOver(found)).toEqual({ outcome, lookUps: 1 })
    expect(asked).toHaveLength(calls)
    // The answer that the first worker hears late changes nothing.
    late.resolve({ outcome: 'accepted', sid: 'SM-late' })
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await states(messageId)).toEqual(['queued', 'sent'])
    expect(await queue()).toEqual([])
  },
)

test('a reply that is sent again after a crash, to a carrier that does not answer, shows that its outcome is unknown', async () => {
  const late = Promise.withResolvers<SendOutcome>()
  work(() => late.promise)
  const messageId = await send((await conversation()).id)
  await until(() => asked.length === 1)
  expect(await takeOver({ outcome: 'absent' }, { outcome: 'unknown' })).toEqual({ outcome: 'unknown', lookUps: 1 })
  expect(await states(messageId)).toEqual(['queued', 'sending'])
  expect(await handedAt(messageId)).toEqual(expect.any(Date))
  // The worker that lost its lease tells nothing of a text that waits again.
  await clinic.store.query('update outbound_texts set handed_at = null')
  late.resolve({ outcome: 'unknown' })
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await states(messageId)).toEqual(['queued', 'sending'])
})

test('a reply whose process was paused until the lease is nearly over is queued again, and is not looked up', async () => {
  work(accept)
  const { id } = await conversation()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  const messageId = await send(id)
  await clinic.store.query(`update outbound_texts set leased_by = 'paused', leased_until = now() + interval '10 seconds',
    attempts = 1, handed_at = now()`)
  const [row] = await clinic.store.query<{ queued_at: Date; handed_at: Date; conversation_id: string }>(
    'select * from outbound_texts',
  )
  const gateway: SmsGateway = { send: unexpected, find: unexpected }
  const ready = { to: '+15125550100', from: '+15125550101', body: 'Hello', attachments: [] }
  const leased = {
    ...{ organizationId: 'o1', conversationId: id, messageId, kind: 'staff' as const, attempts: 1, missedAt: null },
    ...{ queuedAt: row!.queued_at, handedAt: row!.handed_at, ready },
  }
  const parts = { ...clinic.parts, gateway, worker: 'paused', mayCall: () => false }
  expect(await handOver(parts, leased)).toBe('late')
  expect(await queue()).toMatchObject([{ leased_by: null, handed_at: null }])
  expect(await states(messageId)).toEqual(['queued'])
})

test('a stopping worker hands over the reply whose transaction it gave a place, and takes no other', async () => {
  const { id } = await conversation()
  work(accept)
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = clinic.parts.database.write('o1', async (tx) => {
    await tx.selectFrom('organization_heads').select('seq').where('organization_id', '=', 'o1').forUpdate().execute()
    locked.resolve()
    await free.promise
  })
  await locked.promise
  // It has its place, and waits for the log's head.
  const sending = send(id)
  const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await clinic.store.query(WAITING)).length > 0)
  const stopping = Promise.all(workers.map((worker) => worker.stop()))
  free.resolve()
  await holding
  const messageId = await sending
  await stopping
  await become(messageId, 'queued', 'sent')
  const other = await send((await conversation()).id)
  expect(await queue()).toMatchObject([{ message_id: other, leased_by: null, handed_at: null }])
})

test('a refused reply gives its place back', async () => {
  work(accept)
  const { id } = await conversation()
  for (let nth = 0; nth < 40; nth++) {
    const stale = { conversationId: id, message: 'Hello', draftRevision: 99, seenVersion: 0 }
    expect((await clinic.call('sendMessage', 'lena', stale)).status).not.toBe(500)
  }
  await clinic.store.query(`update text_days set sent = 1000000`)
  for (let nth = 0; nth < 40; nth++)
    expect((await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })).status).toBe(429)
  await clinic.store.query('delete from text_days')
  const before = asked.length
  await become(await send(id), 'queued', 'sent')
  expect(asked).toHaveLength(before + 1)
})
