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

/** What the carrier has; and how often it was called at all. */
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
/** What is postponed is due now. */
const hurry = () => clinic.store.query('update outbound_texts set due_at = now() where leased_by is null')

describe('a text leaves', () => {
  test('[CALL-INBOX-08] is taken to the carrier once, and each step is told', async () => {
    // Found by the doorbell and not by a look at the clock.
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
  })

  test('texts of one conversation keep their order, however slow the first is, and wait for nobody else', async () => {
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

  test('three workers at forty texts of ten conversations send each once, in order', async () => {
    const conversations = await Promise.all(Array.from({ length: 10 }, conversation))
    for (const [index, { id }] of conversations.entries())
      for (let text = 0; text < 4; text++) await send(id, `${index}.${text}`)
    work()
    work()
    work()
    await until(async () => ((await waiting()).length === 0 ? true : undefined), 20_000)
    for (const [index, { from }] of conversations.entries())
      expect(taken.filter(({ to }) => to === from).map(({ body }) => body)).toEqual(
        [0, 1, 2, 3].map((n) => `${index}.${n}`),
      )
  })

  test('a refusal is a failure with its reason, and an opt-out holds from then on', async () => {
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

  test('who opts out while it waits is not texted, but for the word that it is so', async () => {
    const { id, from } = await conversation()
    const messageId = await send(id)
    await clinic.text(from, 'STOP')
    work()
    expect((await becomes(id, messageId, 'failed')).failureReason).toBe('The patient opted out. Not sent.')
    await until(async () => ((await waiting()).length === 0 ? true : undefined))
    expect(taken.map(({ to, body }) => [to, body.includes('opted out')])).toEqual([[from, true]])
  })
})

test('[T40] a country that is not enabled any more once a text leaves gets none', async () => {
  const { id } = await conversation()
  const messageId = await send(id)
  work({}, { smsCountries: ['CA'] })
  expect((await becomes(id, messageId, 'failed')).failureReason).toBe(
    'Texts to this country (United States) are not enabled. Call instead, or ask an administrator. Not sent.',
  )
  expect([calls, await waiting()]).toEqual([[], []])
})

describe('the carrier does not answer as it should', () => {
  test('busy: it waits again as long as the carrier asks, and is sent once', async () => {
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

  test('it took the text and hung: it is looked for, found and not sent again', async () => {
    behave = (text) => void taken.push(text)
    const { twilio } = clinic.parts.config
    const { send: sendInHaste } = createSmsGateway(twilio, { timeoutMs: 300 })
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

  test('it failed before it took the text: it stays unknown until the look-up, then is sent once', async () => {
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

  test('nobody listens: it waits, and leaves once somebody does', async () => {
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

describe('the store fails a worker', () => {
  /** Fails the transactions of the worker that the test picks, counted from 1; nobody else's. */
  function failing(which: number) {
    const { database } = clinic.parts
    let seen = 0
    const write: typeof database.write = (...args) =>
      ++seen === which ? Promise.reject(new Refusal('unavailable', 'Busy.')) : database.write(...args)
    const gateway = createSmsGateway(clinic.parts.config.twilio)
    const parts = { ...clinic.parts, metrics: new Registry(), database: { ...database, write } }
    workers.push(startOutbound(parts, { gateway, pollMs: 50 }))
  }

  test('before anything was handed over: the text leaves a second later, and not after the lease', async () => {
    const { id } = await conversation()
    const messageId = await send(id)
    failing(1)
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['POST'])
  })

  test('after the carrier took it: it is looked for soon, found, and not sent again', async () => {
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

describe('the store comes from a backup in which a text waits', () => {
  test('[OPEN-097] that was sent since: it is not sent again', async () => {
    const { id, from } = await conversation()
    const messageId = await send(id)
    await beginNewEpoch(clinic.store.url)
    taken.push({ sid: 'SM-since', to: from, body: 'Hello', statusCallback: '' })
    work()
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['GET'])
  })

  test('[OPEN-097] that nobody sent: it is sent', async () => {
    const { id } = await conversation()
    const messageId = await send(id)
    await beginNewEpoch(clinic.store.url)
    work()
    await becomes(id, messageId, 'sent')
    expect([taken.length, calls]).toEqual([1, ['GET', 'POST']])
  })
})

describe('a worker died on the way', () => {
  /** As it is found after a kill between the commit and the carrier's answer. */
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

  test('after the carrier had it: nothing is sent twice', async () => {
    const { id, from, messageId } = await orphan()
    taken.push({ sid: 'SM-found', to: from, body: 'Hello', statusCallback: '' })
    work()
    await becomes(id, messageId, 'sent')
    expect(calls).toEqual(['GET'])
  })

  test('before the carrier had it: it is sent', async () => {
    const { id, messageId } = await orphan()
    work()
    await becomes(id, messageId, 'sent')
    expect([taken.length, calls]).toEqual([1, ['GET', 'POST']])
  })

  test('and a report came first: nothing is left to do', async () => {
    const { id, messageId } = await orphan()
    const path = `/api/inbox/webhooks/twilio/status?messageId=${messageId}`
    await clinic.post(path, { MessageSid: `SM-${messageId}`, MessageStatus: 'delivered', From: CEDAR })
    work()
    const next = await send(id, 'Next')
    await becomes(id, next, 'sent')
    expect((await read(id, messageId)).status).toBe('delivered')
    expect(taken.map(({ body }) => body)).toEqual(['Next'])
  })

  test('or was stopped for so long that another may have sent it: it does not call', async () => {
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

  test('or was stopped for so long: it does not free a text that another has on its way', async () => {
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

  test('[OPEN-072] and the patient says STOP while the carrier is asked: it is not sent', async () => {
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

  test('a lease that still holds is respected', async () => {
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
