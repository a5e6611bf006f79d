import { afterEach, expect, test } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { answerOf, CLINIC, PATIENT, type Shown, startClinic, startSandbox } from './sandbox.suite.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(answers?: (number | 'drop')[], change?: Parameters<typeof startSandbox>[1]) {
  const clinic = await startClinic(answers)
  stops.push(clinic.stop)
  const sandbox = await startSandbox(clinic.url, change)
  stops.push(sandbox.stop)
  const path = `phones/${encodeURIComponent(PATIENT)}`
  const type = (body: string) => sandbox.post(`${path}/texts`, { to: CLINIC, body })
  const phone = async () => (await sandbox.get(path)).messages
  return { clinic, sandbox, type, phone }
}

test('[OPEN-101] a text from a phone is posted with every parameter of the carrier, signed', async () => {
  const { clinic, type, phone } = await start()
  const body = 'Is 9 ok? 🙂 1+1=2 & 50%'
  expect((await type(body)).status).toBe(201)
  await until(async () => (await phone())[0]?.handover === 'taken' || undefined)
  expect(clinic.posts).toHaveLength(1)
  const [post] = clinic.posts
  expect([post?.isSigned, post?.path]).toEqual([true, '/api/inbox/webhooks/twilio/sms'])
  const { MessageSid } = post?.parameters ?? {}
  expect(MessageSid).toMatch(/^SM[0-9a-f]{32}$/)
  expect(post?.parameters).toEqual({
    ToCountry: 'US',
    ToState: 'TX',
    SmsMessageSid: MessageSid,
    NumMedia: '0',
    ToCity: 'AUSTIN',
    FromZip: '78701',
    SmsSid: MessageSid,
    FromState: 'TX',
    SmsStatus: 'received',
    FromCity: 'AUSTIN',
    Body: body,
    FromCountry: 'US',
    To: CLINIC,
    ToZip: '78701',
    NumSegments: '1',
    MessageSid,
    AccountSid: 'ACf0e5f0e5f0e5f0e5f0e5f0e5f0e5f0e5',
    From: PATIENT,
    ApiVersion: '2010-04-01',
  })
})

test('[OPEN-101] the ledger forgets the oldest texts beyond its limit', async () => {
  const { type, phone } = await start(undefined, { textsMax: 2 })
  for (const body of ['one', 'two', 'three']) await type(body)
  expect((await phone()).map(({ body }) => body)).toEqual(['two', 'three'])
})

test('[OPEN-101] a picture from a phone lies with the carrier: for the account alone, and on the page', async () => {
  const { clinic, sandbox, phone } = await start()
  const picture = Buffer.from('not really a picture')
  const put = await fetch(`${sandbox.url}/sandbox/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: picture,
  })
  const { sid } = (await put.json()) as { sid: string }
  const typed = await sandbox.post(`phones/${encodeURIComponent(PATIENT)}/texts`, {
    to: CLINIC,
    media: [sid, 'MEnone'],
  })
  expect([put.status, typed.status]).toEqual([201, 201])
  await until(async () => (await phone())[0]?.handover === 'taken' || undefined)
  const { MessageSid, Body, NumMedia, MediaUrl0 = '', MediaContentType0 } = clinic.posts[0]?.parameters ?? {}
  expect([Body, NumMedia, MediaContentType0]).toEqual(['', '1', 'image/png'])
  expect(MediaUrl0).toBe(
    `${sandbox.url}/sandbox/twilio/2010-04-01/Accounts/ACf0e5f0e5f0e5f0e5f0e5f0e5f0e5f0e5/Messages/${MessageSid}/Media/${sid}`,
  )
  expect((await fetch(MediaUrl0)).status).toBe(401)
  const fetched = await sandbox.twilio(`/Messages/${MessageSid}/Media/${sid}`)
  expect([fetched.headers.get('content-type'), Buffer.from(await fetched.arrayBuffer())]).toEqual([
    'image/png',
    picture,
  ])
  expect((await sandbox.twilio(`/Messages/SMother/Media/${sid}`)).status).toBe(404)
  const shown = await fetch(`${sandbox.url}/sandbox/media/${sid}`)
  expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, "sandbox; default-src 'none'"])
})

test('texts typed while the clinic was down arrive in order, with the sids they had', async () => {
  const { clinic, type, phone } = await start(['drop', 503, 429, 200])
  await type('first')
  await type('second')
  await until(async () => (await phone()).every(({ handover }) => handover === 'taken') || undefined)
  expect(clinic.posts.map(({ parameters }) => parameters.Body)).toEqual(['first', 'first', 'first', 'first', 'second'])
  expect(new Set(clinic.posts.map(({ parameters }) => parameters.MessageSid)).size).toBe(2)
})

test('a text that the clinic refuses is not tried again', async () => {
  const { clinic, type, phone } = await start([403])
  await type('hello')
  await until(async () => (await phone())[0]?.handover === 'refused' || undefined)
  expect(clinic.posts).toHaveLength(1)
})

test('a phone shows texts of both directions; whoever was heard of last comes first', async () => {
  const { sandbox, type, phone } = await start()
  await type('hello')
  await sandbox.twilio('/Messages.json', { To: PATIENT, From: CLINIC, Body: 'Hi, how can we help?' })
  await sandbox.twilio('/Messages.json', { To: '+15125550777', From: CLINIC, Body: 'Your visit is confirmed.' })
  expect((await phone()).map(({ body }) => body)).toEqual(['hello', 'Hi, how can we help?'])
  const { phones } = await sandbox.get('phones')
  expect(phones[0]).toMatchObject({ number: '+15125550777', name: null, messages: 1 })
  expect(phones[1]).toMatchObject({ number: PATIENT, name: 'Rosalind Carver', messages: 2 })
})

test('the stream tells of a text and of what becomes of it', async () => {
  const { sandbox, type } = await start()
  const leave = new AbortController()
  const stream = await fetch(`${sandbox.url}/sandbox/stream`, { signal: leave.signal })
  const chunks = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  await type('hello')
  let heard = ''
  while (!heard.includes('"handover":"taken"')) heard += (await chunks.read()).value ?? ''
  leave.abort()
  expect(heard).toMatch(/event: message\ndata: \{.*"body":"hello".*"handover":"waiting"/)
})

test('a reset forgets the texts, behaves well and drops what was under way', async () => {
  const { sandbox, type } = await start([500])
  await sandbox.post('behaviour', { answer: 'error', unreachable: [PATIENT] })
  await type('hello')
  expect((await sandbox.post('reset', {})).status).toBe(200)
  expect((await sandbox.get('messages')).messages).toEqual([])
  expect(await sandbox.get('behaviour')).toMatchObject({ answer: 'normal', unreachable: [] })
})

test.each([
  ['phones/555/texts', { to: CLINIC, body: 'x' }],
  ['phones/%2B15125550142/texts', { to: 'clinic', body: 'x' }],
  ['phones/%2B15125550142/texts', { to: CLINIC, body: '  ' }],
  ['behaviour', { answer: 'badly' }],
  ['behaviour', { unknown: true }],
])('bad input to %s is refused with what is wrong', async (path, body) => {
  const { sandbox } = await start()
  const answer = await sandbox.post(path, body)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as Shown).issues).toHaveLength(1)
})

test('the page is served without anything inline, under a policy that forbids it', async () => {
  const { sandbox } = await start()
  const page = await fetch(`${sandbox.url}/sandbox`)
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'self'/)
  const html = await page.text()
  expect(html).toContain('<script type="module" src="/sandbox/page.js">')
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/)
  const styles = ['colours.css', 'elements.css', 'frame.css', 'phone.css']
  const scripts = ['page.js', 'phone-card.js', 'thread.js', 'behaviour.js', 'api.js', 'element.js']
  for (const style of styles) expect(html).toContain(`<link rel="stylesheet" href="/sandbox/${style}" />`)
  for (const file of [...styles, ...scripts]) expect((await fetch(`${sandbox.url}/sandbox/${file}`)).status).toBe(200)
})

test('a text that is kept from the clinic is listed and never posted', async () => {
  const { clinic, sandbox, type, phone } = await start()
  await sandbox.post('behaviour', { dropInbound: true })
  await type('Kept')
  await sandbox.post('behaviour', { dropInbound: false })
  await type('Posted')
  await until(async () => (await phone()).at(-1)?.handover === 'taken' || undefined)
  expect((await phone()).map(({ handover }) => handover)).toEqual(['dropped', 'taken'])
  expect(clinic.posts.map(({ parameters }) => parameters.Body)).toEqual(['Posted'])
  const listed = await answerOf(await sandbox.twilio(`/Messages.json?${new URLSearchParams({ To: CLINIC })}`))
  expect(listed.messages.map(({ body }) => body)).toEqual(['Posted', 'Kept'])
})

test('the files of a text are listed as the carrier lists them, and lie where that says', async () => {
  const { sandbox } = await start()
  const stored = await fetch(`${sandbox.url}/sandbox/media`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/png' },
    body: 'a picture',
  })
  const { sid } = (await stored.json()) as { sid: string }
  const typed = await sandbox.post(`phones/${encodeURIComponent(PATIENT)}/texts`, { to: CLINIC, media: [sid] })
  const { message } = (await typed.json()) as { message: { sid: string } }
  const answer = await sandbox.twilio(`/Messages/${message.sid}/Media.json`)
  const { media_list } = (await answer.json()) as { media_list: { uri: string; content_type: string }[] }
  expect(media_list).toMatchObject([{ sid, parent_sid: message.sid, content_type: 'image/png' }])
  const [, path = ''] = /(\/Messages\/.*)\.json$/.exec(media_list[0]?.uri ?? '') ?? []
  expect(await (await sandbox.twilio(path)).text()).toBe('a picture')
  expect((await sandbox.twilio('/Messages/SMnone/Media.json')).status).toBe(404)
})
