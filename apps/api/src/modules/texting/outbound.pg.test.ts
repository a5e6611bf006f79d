import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { until } from '../../../../../tests/support/until.ts'
import type { RunningConfig } from '../../config/config.ts'
import { beginNewEpoch } from '../../db/new-epoch.ts'
import { createSmsGateway } from '../../gateways/sms.ts'
import { Refusal } from '../../http/refusal.ts'
import { CEDAR, type Clinic, openClinic } from '../clinic.suite.ts'
import { outboundTexts } from '../outbound/outbound.store.ts'
import { handOver } from './hand-over.ts'
import { type OutboundOptions, startOutbound } from './outbound-worker.ts'

interface Taken {
  sid: string
  to: string
  body: string
  statusCallback: string
}
type Behaviour = (text: Taken, res: ServerResponse) => void

const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const accept: Behaviour = (text, res) => {
  taken.push(text)
  json(res, 201, { sid: text.sid, status: 'queued' })
}

/** The texts that the carrier has accepted, and the methods of all calls to it. */
let taken: Taken[]
let calls: string[]
let behave: Behaviour
let serial = 0
const carrier = createServer(async (req, res) => {
  let raw = ''
  for await (const chunk of req) raw += String(chunk)
  const url = new URL(req.url ?? '', 'http://carrier.test')
  calls.push(req.method ?? '')
  if (req.method === 'GET') {
    const of = taken.filter(({ to }) => to === url.searchParams.get('To'))
    const date_created = new Date().toUTCString()
    return json(res, 200, { messages: of.map(({ sid, body }) => ({ sid, body, date_created })) })
  }
  const form = new URLSearchParams(raw)
  const text = { to: form.get('To')!, body: form.get('Body')!, statusCallback: form.get('StatusCallback')! }
  return behave({ sid: `SM-out-${++serial}`, ...text }, res)
})

let clinic: Clinic
let workers: { stop(): Promise<void> }[]
beforeAll(async () => {
  carrier.listen(0, '127.0.0.1')
  await once(carrier, 'listening')
  const baseUrl = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`
  clinic = await openClinic({ TWILIO_BASE_URL: baseUrl })
})
afterAll(async () => {
  carrier.close()
  carrier.closeAllConnections()
  await clinic.close()
})
beforeEach(() => {
  workers = []
  taken = []
  calls = []
  behave = accept
})
afterEach(() => Promise.all(workers.map((worker) => worker.stop())))

function work(options: OutboundOptions = {}, settings: Partial<RunningConfig> = {}) {
  const gateway = createSmsGateway(clinic.parts.config.twilio)
  const parts = { ...clinic.parts, config: { ...clinic.parts.config, ...settings }, metrics: new Registry() }
  const worker = startOutbound(parts, { gateway, pollMs: 50, ...options })
  workers.push(worker)
}
let number = 5_125_556_000
async function conversation() {
  const from = `+1${++number}`
  return { from, id: (await clinic.text(from, 'Hi')).id }
}
async function send(conversationId: string, message = 'Hello'): Promise<string> {
  const { status, body } = await clinic.call('sendMessage', 'lena', { conversationId, message })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data._id
}
async function read(conversationId: string, messageId: string): Promise<Message> {
  const { body } = await clinic.call('messages', 'lena', { conversationId, limit: 200 })
  return body.data.find(({ _id }: Message) => _id === messageId)
}
const becomes = (conversationId: string, messageId: string, status: Message['status']) =>
  until(async () => {
    const message = await read(conversationId, messageId)
    if (message.status === status) return message
    throw new Error(`It is ${message.status}`)
  })
const waiting = () => clinic.store.query<{ message_id: string; handed_at: Date | null }>('select * from outbound_texts')
const states = async (messageId: string) =>
  (await clinic.events())
    .map(({ data }) => (data as { message?: Message }).message)
    .filter((message) => message?._id === messageId)
    .map((message) => message?.status)
/** Makes postponed texts due now. */
const hurry = () => clinic.store.query('update outbound_texts set due_at = now() where leased_by is null')

test('ten replies of one clinic are at a carrier that hangs before it answers any of them', async () => {
  const atCarrier: (() => void)[] = []
  behave = (text, res) => void atCarrier.push(() => accept(text, res))
  work({ gateway: createSmsGateway(clinic.parts.config.twilio, { timeoutMs: 60_000 }) })
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id } = await conversation()
      return { id, messageId: await send(id) }
    }),
  )
  await until(() => atCarrier.length === replies.length || undefined)
  // No transaction is open while the carrier answers.
  const open = `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  await expect.poll(() => clinic.store.query(open)).toEqual([])
  for (const answer of atCarrier) answer()
  for (const { id, messageId } of replies) await becomes(id, messageId, 'sent')
})

describe('a text', () => {
  test('is handed over once, with an event for each step [CALL-INBOX-08]', async () => {
    // With this poll interval only the doorbell can wake the worker in time.
    work({ pollMs: 60_000 })
    const { id, from } = await conversation()
    const messageId = await send(id, 'See you & soon')
    await becomes(id, messageId, 'sent')
    expect(taken).toMatchObject([{ to: from, body: 'See you & soon' }])
    expect(taken[0]?.statusCallback).toBe(`http://foyer.test/api/inbox/webhooks/twilio/status?messageId=${messageId}`)
    expect(await states(messageId)).toEqual(['queued', 'sending', 'sent'])
    const { pathname, search } = new URL(taken[0]!.statusCallback)
    for (const MessageStatus of ['delivered', 'sent'])
      await clinic.post(`${pathname}${search}`, { MessageSid: taken[0]!.sid, MessageStatus, From: CEDAR })
    expect(await states(messageId)).toEqual(['queued', 'sending', 'sent', 'delivered'])
    expect(await waiting()).toEqual([])
    const rows = await clinic.store.query('select handed_at from messages where id = $1', [messageId])
    expect(rows).toEqual([{ handed_at: expect.any(Date) }])
  })

  test('keeps the order of its conversation behind a slow one, and other conversations do not wait', async () => {
    const [slow, quick] = [await conversation(), await conversation()]
    let letGo: (() => void) | undefined
    behave = (text, res) => {
      if (text.body !== 'Slow 1') return accept(text, res)
      letGo = () => accept(text, res)
    }
    work()
    const [first] = [await send(slow.id, 'Slow 1'), await send(slow.id, 'Slow 2'), await send(slow.id, 'Slow 3')]
    await becomes(quick.id, await send(quick.id, 'Quick'), 'sent')
    expect(taken.map(({ body }) => body)).toEqual(['Quick'])
    const goOn = await until(() => letGo)
    goOn()
    await until(async () => (taken.length === 4 && (await waiting()).length === 0 ? true : undefined))
    expect(taken.map(({ body }) => body)).toEqual(['Quick', 'Slow 1', 'Slow 2', 'Slow 3'])
    expect((await read(slow.id, first!)).status).toBe('sent')
  })

  test('is sent once and in order by three workers with forty texts in ten conversations', async () => {
    const conversations = await Promise.all(Array.from({ length: 10 }, conversation))
    for (const [index, { id }] of conversations.entries())
      for (let text = 0; text < 4; text++) await send(id, `${index}.${text}`)
    work()
    work()
    work()
    await until(async () => ((await waiting()).length === 0 ? true : undefined))
    for (const [index, { from }] of conversations.entries())
      expect(taken.filter(({ to }) => to === from).map(({ body }) => body)).toEqual(
        [0, 1, 2, 3].map((n) => `${index}.${n}`),
      )
  })

  test('fails with the reason of a refusal, and an opt-out there takes effect', async () => {
    behave = (_text, res) => json(res, 400, { code: 21610, message: 'no', status: 400 })
    work()
    const { id } = await conversation()
    const failed = await becomes(id, await send(id), 'failed')
    expect(failed.failureReason).toBe('The patient opted out of texts.')
    expect((await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Again' })).body.reason).toBe(
      'opted_out',
    )
    expect(calls).toEqual(['POST'])
  })

  test('is not sent when the patient opts out meanwhile, and the confirmation is', async () => {
    const { id, from } = await conversation()
    const messageId = await send(id)
    await clinic.text(from, 'STOP')
    work()
    expect((await becomes(id, messageId, 'failed')).failureReason).toBe('The patient opted out. Not sent.')
    await until(async () => ((await waiting()).length === 0 ? true : undefined))
    expect(taken.map(({ to, body }) => [to, body.includes('opted out')])).toEqual([[from, true]])
  })
})

test('a text is not sent when the patient has died meanwhile, and one to a survivor of the number is', async () => {
  const { id, from } = await conversation()
  await clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number) values
      ('o1', 'dies', 'dies', 'Ada', 'Bell', $1), ('o1', 'lives', 'lives', 'Ben', 'Bell', $1)`,
    [from],
  )
  const about = async (patientId: string) =>
    (await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello', patientId })).body.data._id
  const [first, second] = [await about('dies'), await about('lives')]
  await clinic.store.query(`update patients set deceased = true where id = 'dies'`)
  work()
  expect((await becomes(id, first, 'failed')).failureReason).toBe('The patient has died. Not sent.')
  await becomes(id, second, 'sent')
  expect(taken).toHaveLength(1)
})

test('a text fails when its country is no longer enabled at handover [T40]', async () => {
  const { id } = await conversation()
  const messageId = await send(id)
  work({}, { smsCountries: ['CA'] })
  expect((await becomes(id, messageId, 'failed')).failureReason).toBe(
    'Texts to this country (United States) are not enabled. Call instead, or ask an administrator. Not sent.',
  )
  expect([calls, await waiting()]).toEqual([[], []])
})

describe('an irregular answer of the carrier', () => {
  test('busy makes the text wait as long as the carrier asks, and it is sent once', async () => {
    let isBusy = true
    behave = (text, res) => (isBusy ? json(res, 429, {}, { 'retry-after': '3600' }) : accept(text, res))
    work()
    const { id } = await conversation()
    const messageId = await send(id)
    await until(async () => (calls.length === 1 && (await read(id, messageId)).status === 'queued' ? true : undefined))
    const [{ seconds } = { seconds: 0 }] = await clinic.store.query<{ seconds: number }>(
      'select extract(epoch from due_at - now())::float as seconds from outbound_texts',
    )
    expect(seconds).toBeGreaterThan(3500)
    isBusy = false
    await hurry()
    await becomes(id, messageId, 'sent')
    expect([taken.length, calls]).toEqual([1, ['POST', 'POST']])
    expect(await states(messageId)).toEqual(['queued', 'sending', 'queued', 'sending', 'sent'])
  })

  test('that times out after acceptance makes the worker look the text up and not send it again', async () => {
    behave = (text) => void taken.push(text)
    const { twilio } = clinic.parts.config
    const { send: sendInHaste } = createSmsGateway(twilio, { timeoutMs: 2000 })
    work({ gateway: { ...createSmsGateway(twilio), send: sendInHaste } })
    const { id } = await conversation()
    const messageId = await send(id)
    await until(async () => ((await waiting())[0]?.handed_at ? true : undefined))
    await until(async () => {
      await hurry()
      return (await read(id, messageId)).status === 'sent' ? true : undefined
    })
    expect(taken).toHaveLength(1)
    expect(calls[0]).toBe('POST')
    expect(calls.filter((method) => method === 'POST')).toHaveLength(1)
    expect(await states(messageId)).toEqual(['queued', 'sending', 'sent'])
    const [row] = await clinic.store.query<{ carrier_sid: string }>('select carrier_sid from messages where id = $1', [
      messageId,
    ])
    expect(row?.carrier_sid).toBe(taken[0]?.sid)
  })

  test('that fails before acceptance leaves the text unknown until the look-up, then it is sent once', async () => {
    let isBroken = true
    behave = (text, res) => (isBroken ? json(res, 500, {}) : accept(text, res))
    work()
    const { id } = await conversation()
    const messageId = await send(id)
    await until(() => (calls.length === 1 ? true : undefined))
    expect((await read(id, messageId)).status).toBe('sending')
    isBroken = false
    await until(async () => {
      await hurry()
      return (await read(id, messageId)).status === 'sent' ? true : undefined
    })
    expect([taken.length, calls]).toEqual([1, ['POST', 'GET', 'POST']])
  })

  test('that never comes because the carrier is down makes the text wait until it is back', async () => {
    const gateway = createSmsGateway({ ...clinic.parts.config.twilio, baseUrl: `http://127.0.0.1:${await freePort()}` })
    work({ gateway })
    const { id } = await conversation()
    const messageId = await send(id)
    await until(async () => ((await states(messageId)).length >= 3 ? true : undefined))
    await workers[0]?.stop()
    expect((await read(id, messageId)).status).toBe('queued')
    await hurry()
    work()
    await becomes(id, messageId, 'sent')
    expect(taken).toHaveLength(1)
  })
})

describe('a store failure in the worker', () => {
  /** Rejects the worker's write transaction with this number, counted from 1; other transactions are unaffected. */
  function failing(which: number) {
    const { database } = clinic.parts
    let seen = 0
    const write: typeof database.write = (...args) =>
      ++seen === which ? Promise.reject(new Refusal('unavailable', 'Busy.')) : database.write(...args)
    const gateway = createSmsGateway(clinic.parts.config.twilio)
    const parts = { ...clinic.parts, metrics: new Registry(), database: { ...database, write } }
    workers.push(startOutbound(parts, { gateway, pollMs: 50 }))
  }

  test('before the handover makes the text leave a second later, not after the lease', async () => {
    const { id } = await conversation()
    const messageId = await send(id)
    failing(1)
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['POST'])
  })

  test('after acceptance makes the worker look the text up soon and not send it again', async () => {
    const { id } = await conversation()
    const messageId = await send(id)
    failing(2)
    await until(async () => {
      await hurry()
      return (await read(id, messageId)).status === 'sent' ? true : undefined
    })
    expect([taken.length, calls]).toEqual([1, ['POST', 'GET']])
  })
})

describe('a text that waits in a restored backup', () => {
  test('is not sent again when it was sent since the backup [OPEN-097]', async () => {
    const { id, from } = await conversation()
    const messageId = await send(id)
    await beginNewEpoch(clinic.store.url)
    taken.push({ sid: 'SM-since', to: from, body: 'Hello', statusCallback: '' })
    work()
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['GET'])
  })

  test('is sent when nobody sent it since the backup [OPEN-097]', async () => {
    const { id } = await conversation()
    const messageId = await send(id)
    await beginNewEpoch(clinic.store.url)
    work()
    await becomes(id, messageId, 'sent')
    expect([taken.length, calls]).toEqual([1, ['GET', 'POST']])
  })
})

describe('a worker that died during the handover', () => {
  /** The state after a kill between the commit and the carrier's answer. */
  async function orphan() {
    const { id, from } = await conversation()
    const messageId = await send(id)
    await clinic.store.query(
      `update outbound_texts set handed_at = now(), leased_by = 'dead', leased_until = now() - interval '1 second', attempts = 1
       where message_id = $1`,
      [messageId],
    )
    await clinic.store.query(`update messages set status = 'sending' where id = $1`, [messageId])
    return { id, from, messageId }
  }

  test('and after acceptance causes no second send', async () => {
    const { id, from, messageId } = await orphan()
    taken.push({ sid: 'SM-found', to: from, body: 'Hello', statusCallback: '' })
    work()
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['GET'])
  })

  test('and before acceptance has its text sent by the next one', async () => {
    const { id, messageId } = await orphan()
    work()
    await becomes(id, messageId, 'sent')
    expect([taken.length, calls]).toEqual([1, ['GET', 'POST']])
  })

  test('leaves nothing to do when a report came first', async () => {
    const { id, messageId } = await orphan()
    const path = `/api/inbox/webhooks/twilio/status?messageId=${messageId}`
    await clinic.post(path, { MessageSid: `SM-${messageId}`, MessageStatus: 'delivered', From: CEDAR })
    work()
    const next = await send(id, 'Next')
    await becomes(id, next, 'sent')
    expect((await read(id, messageId)).status).toBe('delivered')
    expect(taken.map(({ body }) => body)).toEqual(['Next'])
  })

  test('or was paused beyond its lease does not call the carrier', async () => {
    const { id, messageId } = await orphan()
    const worker = 'stopped'
    const [leased] = await clinic.store.database.system((tx) =>
      outboundTexts.lease(tx, { worker, limit: 1, leaseS: 60 }),
    )
    const gateway = createSmsGateway(clinic.parts.config.twilio)
    const parts = { ...clinic.parts, gateway, worker }
    expect(await handOver({ ...parts, mayCall: () => false }, leased!)).toBe('late')
    expect([calls, (await read(id, messageId)).status]).toEqual([['GET'], 'sending'])
    expect(await handOver({ ...parts, mayCall: () => true }, leased!)).toBe('accepted')
    expect(taken).toHaveLength(1)
  })

  test('or was paused beyond its lease does not free a text that another worker is sending', async () => {
    const { messageId } = await orphan()
    const lease = async (worker: string) => {
      const [text] = await clinic.store.database.system((tx) =>
        outboundTexts.lease(tx, { worker, limit: 1, leaseS: 60 }),
      )
      return text!
    }
    const busy = { send: async () => ({ outcome: 'busy', retryAfterMs: 0 }) as const }
    const gateway = { ...createSmsGateway(clinic.parts.config.twilio), ...busy }
    const stopped = await lease('stopped')
    const slow = {
      ...gateway,
      async send() {
        await clinic.store.query(`update outbound_texts set leased_until = now() - interval '1 second'`)
        await lease('another')
        return busy.send()
      },
    }
    await handOver({ ...clinic.parts, gateway: slow, worker: 'stopped', mayCall: () => true }, stopped)
    const [left] = await clinic.store.query<{ leased_by: string; handed_at: Date | null }>(
      'select leased_by, handed_at from outbound_texts where message_id = $1',
      [messageId],
    )
    expect(left).toMatchObject({ leased_by: 'another', handed_at: expect.any(Date) })
    await clinic.store.query('delete from outbound_texts where message_id = $1', [messageId])
  })

  test('has its text dropped when the patient sends STOP during the look-up [OPEN-072]', async () => {
    const { id, from, messageId } = await orphan()
    const [leased] = await clinic.store.database.system((tx) =>
      outboundTexts.lease(tx, { worker: 'next', limit: 1, leaseS: 60 }),
    )
    const gateway = {
      ...createSmsGateway(clinic.parts.config.twilio),
      async find() {
        await clinic.text(from, 'STOP')
        return { outcome: 'absent' } as const
      },
    }
    expect(await handOver({ ...clinic.parts, gateway, worker: 'next', mayCall: () => true }, leased!)).toBe('dropped')
    expect([calls, (await read(id, messageId)).failureReason]).toEqual([[], 'The patient opted out. Not sent.'])
    await clinic.store.query('delete from outbound_texts')
  })

  test('keeps its text while its lease lasts', async () => {
    const { messageId } = await orphan()
    await clinic.store.query(
      `update outbound_texts set leased_until = now() + interval '1 hour' where message_id = $1`,
      [messageId],
    )
    work()
    const other = await conversation()
    await becomes(other.id, await send(other.id), 'sent')
    expect(calls).toEqual(['POST'])
    await clinic.store.query('delete from outbound_texts where message_id = $1', [messageId])
  })
})
