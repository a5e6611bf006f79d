import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../tests/support/until.ts'
import { answerOf, CLINIC, PATIENT, PUBLIC_URL, startClinic, startSandbox } from '../sandbox.suite.ts'
import { GOOD_BEHAVIOUR } from './behaviour.ts'
import { fateOf } from './fate.rules.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
const statusCallback = `${PUBLIC_URL}/api/inbox/webhooks/twilio/status?messageId=m1&n=a%20b`

beforeEach(async () => {
  clinic = await startClinic()
  sandbox = await startSandbox(clinic.url)
})
afterEach(async () => {
  await sandbox.stop()
  await clinic.stop()
})

const text = (more: Record<string, string> = {}) => ({ To: PATIENT, From: CLINIC, Body: 'See you at 9:30.', ...more })
const send = (more?: Record<string, string>) => sandbox.twilio('/Messages.json', text(more))
const reports = () => clinic.posts.map(({ parameters }) => parameters.MessageStatus)

test('[OPEN-100] a text is taken and answered as the carrier answers it', async () => {
  const answer = await send()
  expect(answer.status).toBe(201)
  const taken = await answerOf(answer)
  expect(taken).toMatchObject({
    status: 'queued',
    direction: 'outbound-api',
    to: PATIENT,
    from: CLINIC,
    body: 'See you at 9:30.',
    num_segments: '1',
    num_media: '0',
    price: null,
    error_code: null,
    date_sent: null,
    api_version: '2010-04-01',
  })
  expect(taken.sid).toMatch(/^SM[0-9a-f]{32}$/)
  expect(taken.date_created).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/)
})

test('a message has every field of the published sample, and no other', async () => {
  const sample = JSON.parse(readFileSync(`${import.meta.dirname}/message-sample.json`, 'utf8')) as { body: object }
  expect(Object.keys(await answerOf(await send())).sort()).toEqual(Object.keys(sample.body).sort())
})

test.each([
  [{ To: '' }, 400, 21604],
  [{ To: '555' }, 400, 21211],
  [{ To: '+1512555014' }, 400, 21211],
  [{ From: '' }, 400, 21603],
  [{ From: 'Clinic' }, 400, 21212],
  [{ Body: '' }, 400, 21602],
  [{ Body: 'x'.repeat(1601) }, 400, 21617],
  [{ StatusCallback: 'nowhere' }, 400, 21609],
  [{ MediaUrl: 'file:///etc/passwd' }, 400, 21620],
])('%o is refused', async (more, status, code) => {
  const answer = await send(more)
  expect([answer.status, (await answerOf(answer)).code]).toEqual([status, code])
  expect((await sandbox.get('messages')).messages).toEqual([])
})

test('the wrong token is 20003 with words and a link, another account is not there', async () => {
  const wrong = await sandbox.twilio('/Messages.json', text(), 'wrong')
  expect(wrong.status).toBe(401)
  expect(await answerOf(wrong)).toEqual({
    code: 20003,
    message: 'Authenticate',
    more_info: 'https://www.twilio.com/docs/errors/20003',
    status: 401,
  })
  expect((await sandbox.twilio('/../ACother/Messages.json')).status).toBe(404)
})

test('reports are signed over the public address with its query, and come as sent, then delivered', async () => {
  const { sid } = await answerOf(await send({ StatusCallback: statusCallback }))
  await until(() => clinic.posts.length === 2 || undefined)
  expect(reports()).toEqual(['sent', 'delivered'])
  expect(clinic.posts.every(({ isSigned }) => isSigned)).toBe(true)
  expect(clinic.posts[0]).toMatchObject({
    path: '/api/inbox/webhooks/twilio/status?messageId=m1&n=a%20b',
    parameters: { MessageSid: sid, SmsSid: sid, SmsStatus: 'sent', To: PATIENT, From: CLINIC },
  })
  const known = await answerOf(await sandbox.twilio(`/Messages/${sid}.json`))
  expect(known).toMatchObject({ sid, status: 'delivered', error_code: null })
  expect(known.date_sent).toMatch(/\+0000$/)
})

test('texts are found by number and by when they were sent, newest first', async () => {
  for (const Body of ['one', 'two']) await send({ Body })
  await send({ Body: 'to somebody else', To: '+15125550143' })
  const found = async (query: Record<string, string>) => {
    const page = await answerOf(await sandbox.twilio(`/Messages.json?${new URLSearchParams(query)}`))
    return page.messages.map(({ body }) => body)
  }
  const now = Date.now()
  expect(await found({ To: PATIENT, From: CLINIC, 'DateSent>': new Date(now - 60_000).toISOString() })).toEqual([
    'two',
    'one',
  ])
  expect(await found({ To: PATIENT, 'DateSent>': new Date(now + 60_000).toISOString() })).toEqual([])
  expect(await found({ From: PATIENT })).toEqual([])
  expect(await found({ PageSize: '1', Page: '1' })).toEqual(['two'])
  expect((await sandbox.twilio('/Messages/SMnone.json')).status).toBe(404)
})

test('files that go with a text are fetched from where the clinic says, and lie on the phone', async () => {
  const picture = createServer((_req, res) => void res.setHeader('Content-Type', 'image/png').end('a picture'))
  await new Promise<void>((resolve) => picture.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(picture.address() as AddressInfo).port}/a.png`
  try {
    const form = new URLSearchParams(text({ Body: '' }))
    for (const one of [url, 'http://127.0.0.1:1/none']) form.append('MediaUrl', one)
    const answer = await sandbox.twilio('/Messages.json', form as never)
    expect(await answerOf(answer)).toMatchObject({ num_media: '2', body: '' })
    const phone = async () => (await sandbox.get(`phones/${encodeURIComponent(PATIENT)}`)).messages[0]?.media
    const media = await until(async () => ((await phone())?.[0]?.contentType ? phone() : undefined))
    expect(media).toMatchObject([{ contentType: 'image/png' }, { contentType: null }])
    const shown = await fetch(`${sandbox.url}/sandbox/media/${media?.[0]?.sid}`)
    expect(await shown.text()).toBe('a picture')
  } finally {
    picture.close()
    picture.closeAllConnections()
  }
})

test('429 says when to try again and takes nothing; once is once', async () => {
  await sandbox.post('behaviour', { answer: 'tooMany', times: 1, retryAfterS: 7 })
  const refused = await send()
  expect([refused.status, refused.headers.get('Retry-After'), (await answerOf(refused)).code]).toEqual([
    429,
    '7',
    20429,
  ])
  expect((await send()).status).toBe(201)
  expect((await sandbox.get('messages')).messages).toHaveLength(1)
})

test('500 takes nothing', async () => {
  await sandbox.post('behaviour', { answer: 'error' })
  expect([(await send()).status, (await send()).status]).toEqual([500, 500])
  expect((await sandbox.get('messages')).messages).toEqual([])
})

test('a slow answer comes after the text has gone out', async () => {
  await sandbox.post('behaviour', { answer: 'slow', slowMs: 150 })
  const answer = send({ StatusCallback: statusCallback })
  await until(() => clinic.posts.length === 2 || undefined)
  expect((await answerOf(await answer)).status).toBe('queued')
})

test('a carrier that hangs has taken the text: the text is listed, and it arrives', async () => {
  await sandbox.post('behaviour', { answer: 'hang' })
  const hanging = send({ StatusCallback: statusCallback }).catch(() => 'cut off')
  const arrived = until(() => clinic.posts.length === 2 || undefined)
  expect(await Promise.race([hanging, arrived])).toBe(true)
  const { messages } = await answerOf(await sandbox.twilio(`/Messages.json?To=${encodeURIComponent(PATIENT)}`))
  expect(messages).toMatchObject([{ status: 'delivered' }])
})

test('reports come twice, in the wrong order, or not at all', async () => {
  await sandbox.post('behaviour', { repeatCallbacks: true, reorderCallbacks: true })
  await send({ StatusCallback: statusCallback })
  await until(() => clinic.posts.length === 4 || undefined)
  expect(reports()).toEqual(['delivered', 'delivered', 'sent', 'sent'])
  await sandbox.post('behaviour', { dropCallbacks: true })
  const { sid } = await answerOf(await send({ StatusCallback: statusCallback }))
  await until(
    async () => (await answerOf(await sandbox.twilio(`/Messages/${sid}.json`))).status === 'delivered' || undefined,
  )
  expect(clinic.posts).toHaveLength(4)
})

test('nothing reaches a phone that is switched off', async () => {
  await sandbox.post('behaviour', { unreachable: [PATIENT] })
  await send({ StatusCallback: statusCallback })
  await until(() => clinic.posts.length === 2 || undefined)
  expect(clinic.posts[1]?.parameters).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30003' })
})

test('a text to a landline is undelivered with the code of a landline', async () => {
  await sandbox.post('behaviour', { landlines: [PATIENT] })
  await send({ StatusCallback: statusCallback })
  await until(() => reports().includes('undelivered'))
  expect(clinic.posts.map(({ parameters }) => parameters.ErrorCode)).toContain('30006')
})

test('the share of texts that are lost is exact and spread evenly', () => {
  const codes = Array.from({ length: 20 }, (_, place) => {
    const to = { to: PATIENT, nth: place + 1 }
    const behaviour = { ...GOOD_BEHAVIOUR, undeliveredPercent: 25 }
    return fateOf(to, behaviour, { sentMs: 1, arrivedMs: 2 }).at(-1)?.becomes.errorCode ?? 0
  })
  expect(codes).toEqual(Array(5).fill([0, 0, 0, 30008]).flat())
})

test('a text beyond those of a second is refused with 429 and not taken', async () => {
  let now = Date.parse('2026-11-19T15:00:00Z')
  const clock = { now: () => new Date(now), after: () => () => undefined }
  const slow = await startSandbox(clinic.url, {}, clock)
  const status = async () => (await slow.twilio('/Messages.json', text())).status
  await slow.post('behaviour', { perSecond: 2 })
  expect([await status(), await status(), await status()]).toEqual([201, 201, 429])
  const refused = await slow.twilio('/Messages.json', text())
  expect(refused.headers.get('retry-after')).toBe('1')
  now += 1000
  expect(await status()).toBe(201)
  expect(((await (await slow.twilio('/Messages.json')).json()) as { messages: object[] }).messages).toHaveLength(3)
  await slow.stop()
})

test('a phone that said STOP gets nothing until it says START', async () => {
  const type = (body: string) => sandbox.post(`phones/${encodeURIComponent(PATIENT)}/texts`, { to: CLINIC, body })
  await type('Stop')
  const refused = await send()
  expect([refused.status, (await answerOf(refused)).code]).toEqual([400, 21610])
  await type('START')
  expect((await send()).status).toBe(201)
})
