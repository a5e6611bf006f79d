import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from '../../../../tests/support/services.ts'
import { PUBLIC_URL, startSandbox } from '../sandbox.suite.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:1')
})
afterEach(() => sandbox.stop())

const mail = (id = 'm1') => ({
  personalizations: [{ to: [{ email: 'rosalind@patients.test' }], custom_args: { foyer_mail: id } }],
  from: { email: 'hello@cedar.test', name: 'Cedar Ridge' },
  subject: 'Your visit',
  content: [{ type: 'text/plain', value: 'Bring the card.' }],
})
const send = (body: unknown = mail(), key?: string) => sandbox.sendgrid('/v3/mail/send', body, key)
const mails = async () => ((await sandbox.get('mails')) as unknown as { mails: object[] }).mails
const listed = async (id: string) => {
  const query = new URLSearchParams({ limit: '1', query: `unique_args['foyer_mail']="${id}"` })
  const answer = await sandbox.sendgrid(`/v3/messages?${query}`)
  return [answer.status, ((await answer.json()) as { messages?: object[] }).messages?.length]
}

test('[CALL-MISC-01] a mail is taken as the real service takes it, and can be read and looked for', async () => {
  const answer = await send()
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  const id = answer.headers.get('x-message-id')
  expect(await mails()).toEqual([
    {
      ...{ id, to: 'rosalind@patients.test', from: 'hello@cedar.test', fromName: 'Cedar Ridge' },
      ...{ subject: 'Your visit', text: 'Bring the card.', marks: { foyer_mail: 'm1' }, html: null, headers: {} },
      takenAt: expect.any(String),
    },
  ])
  expect(await listed('m1')).toEqual([200, 1])
  expect(await listed('m2')).toEqual([200, 0])
  await sandbox.post('reset', {})
  expect(await mails()).toEqual([])
})

const CAMPAIGN = {
  content: [
    { type: 'text/plain', value: 'Flu shots.' },
    { type: 'text/html', value: '<p>Flu shots.</p>' },
  ],
  headers: {
    'List-Unsubscribe': `<${PUBLIC_URL}/u/abc-1>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}

test('a mail keeps its HTML part and its headers', async () => {
  await send({ ...mail(), ...CAMPAIGN })
  expect(await mails()).toMatchObject([{ text: 'Flu shots.', html: '<p>Flu shots.</p>', headers: CAMPAIGN.headers }])
})

test('one click posts what the headers of the mail say, as a mail program does', async () => {
  const asked: { method?: string | undefined; url?: string | undefined; type?: string | undefined; body: string }[] = []
  const { url, close } = await serve(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const { method, url, headers } = req
    asked.push({ method, url, type: headers['content-type'], body: Buffer.concat(chunks).toString() })
    res.writeHead(200).end('<p>done</p>')
  })
  const clinicSandbox = await startSandbox(url)
  const click = async (id: string | null, to = 'rosalind@patients.test') => {
    const answer = await clinicSandbox.post('mails/unsubscribe', { id, to })
    return [answer.status, ((await answer.json()) as { status?: number }).status]
  }
  const taken = async (body: object) =>
    (await clinicSandbox.sendgrid('/v3/mail/send', body)).headers.get('x-message-id')
  const id = await taken({ ...mail(), ...CAMPAIGN })
  expect(await click(id)).toEqual([200, 200])
  expect(asked).toEqual([
    {
      ...{ method: 'POST', url: '/u/abc-1', body: 'List-Unsubscribe=One-Click' },
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    },
  ])
  expect([await click('none'), await click(id, 'miguel@patients.test'), await click(await taken(mail()))]).toEqual([
    ...[
      [404, undefined],
      [404, undefined],
      [400, undefined],
    ],
  ])
  expect(asked).toHaveLength(1)
  await clinicSandbox.stop()
  await close()
})

test('it wants its key and a mail that is one', async () => {
  expect((await send(mail(), 'wrong')).status).toBe(401)
  for (const wrong of [{}, { ...mail(), subject: '' }, { ...mail(), from: { email: 'nobody' } }])
    expect((await send(wrong)).status).toBe(400)
  expect((await sandbox.sendgrid('/v3/api_keys')).status).toBe(404)
  expect(await mails()).toEqual([])
})

test('it misbehaves as it is told, as often as it is told', async () => {
  const behave = (behaviour: object) => sandbox.post('mail-behaviour', behaviour)
  const status = async () => (await send()).status
  for (const [answer, said] of [
    ['tooMany', 429],
    ['error', 500],
    ['refuse', 400],
  ] as const) {
    await behave({ answer, times: 1 })
    expect([await status(), await status()]).toEqual([said, 202])
  }
  expect(await mails()).toHaveLength(3)
  await behave({ listed: false })
  expect(await listed('m1')).toEqual([403, undefined])
  expect((await behave({ answer: 'sing' })).status).toBe(400)
})
