/** Sends pictures both ways, with the simulated carrier between clinic and phone, all over real HTTP. */
import type { Attachment, Message } from '@foyer/contracts/inbox/message.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import { startSandbox } from '@foyer/sandbox/sandbox.suite.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { file, html, movingGif, pdf, photo } from '../../apps/api/src/files/sample-files.suite.ts'
import { createMediaGateway } from '../../apps/api/src/gateways/carrier-media.ts'
import { createSmsGateway } from '../../apps/api/src/gateways/sms.ts'
import { startMediaFetching } from '../../apps/api/src/modules/attachments/media-fetching.ts'
import { startOutbound } from '../../apps/api/src/modules/texting/outbound-worker.ts'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'

const PHONE = '+15125550142'
const organizationId = CEDAR.id

let clinics: Clinics
let sandbox: Awaited<ReturnType<typeof startSandbox>>
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  clinics = await openClinics()
  sandbox = await startSandbox(clinics.url, { publicUrl: clinics.parts.config.publicUrl })
  const twilio = { ...clinics.parts.config.twilio, baseUrl: `${sandbox.url}/sandbox/twilio` }
  const parts = { ...clinics.parts, metrics: new Registry() }
  const workers = [
    startMediaFetching(parts, { gateway: createMediaGateway(twilio), pollMs: 50 }),
    startOutbound(parts, { gateway: createSmsGateway(twilio), pollMs: 50 }),
  ]
  stops.push(...workers.map((worker) => () => worker.stop()), sandbox.stop, clinics.close)
})
afterEach(() => expect(clinics.takeFailures()).toEqual([]))
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** Sends a text from the phone with files and the content types that the phone claims. */
async function phoneSends(body: string, files: readonly [Buffer, string][]) {
  const media: string[] = []
  for (const [bytes, type] of files) {
    const answer = await fetch(`${sandbox.url}/sandbox/media`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    })
    media.push(((await answer.json()) as { sid: string }).sid)
  }
  await sandbox.post(`phones/${encodeURIComponent(PHONE)}/texts`, { to: CEDAR.number, body, media })
}

async function newestMessage(): Promise<Message | undefined> {
  const [row] = await clinics.store.query<{ id: string }>(
    `select id from conversations where organization_id = $1 and sender = $2`,
    [organizationId, PHONE],
  )
  if (!row) return undefined
  const { data } = await clinics.staff.lena.call('messages', { query: { organizationId, conversationId: row.id } })
  return data.at(-1)
}

const bytesOf = async ({ url }: Attachment) => {
  const answer = await fetch(clinics.url + url, { headers: { authorization: `Bearer ${clinics.staff.lena.token}` } })
  return Buffer.from(await answer.arrayBuffer())
}

test('picture from a phone reaches the log, re-encoded [INBOX-03] [OPEN-101]', async () => {
  const before = (await clinics.feed(organizationId, 0)).head
  await phoneSends('My card', [
    [await photo(), 'image/jpeg'],
    [pdf(), 'application/pdf'],
  ])
  const message = await until(async () => {
    const newest = await newestMessage()
    return newest?.attachments.length === 2 ? newest : undefined
  })
  expect(message).toMatchObject({ message: 'My card', direction: 'inbound', failureReason: null })
  expect(message.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
    ['picture-1.jpg', 'image/jpeg'],
    ['file-2.pdf', 'application/pdf'],
  ])
  expect((await bytesOf(message.attachments[0]!)).includes('Exif')).toBe(false)
  expect(await bytesOf(message.attachments[1]!)).toEqual(pdf())
  const { events } = await clinics.feed(organizationId, before)
  const told = events.filter(({ audience }) => audience !== BOARD_TOPIC)
  expect(told.map(({ type }) => type)).toEqual([
    'conversation.changed',
    'message.added',
    'message.changed',
    'message.changed',
  ])
  expect(events.at(-1)?.data).toMatchObject({ message: { attachments: message.attachments } })
  const { data } = await clinics.staff.dana.call('attachments', {
    query: { organizationId, conversationId: message.conversationId },
  })
  expect(data.map(({ _id }) => _id).sort()).toEqual(message.attachments.map(({ _id }) => _id).sort())
})

test('page that a phone calls a picture is not stored, and the thread says so [SEC-08]', async () => {
  await phoneSends('Look', [[html(), 'image/png']])
  const message = await until(async () => {
    const newest = await newestMessage()
    return newest?.message === 'Look' && newest.failureReason !== null ? newest : undefined
  })
  expect(message.attachments).toEqual([])
  expect(message.failureReason).toMatch(/^A file that came with this was not kept: it is of a kind that is not taken/)
  expect(await clinics.store.query('select * from media_fetches')).toEqual([])
})

test('picture for a phone is fetched by the carrier from a signed address [CALL-INBOX-09] [INBOX-03]', async () => {
  const { conversationId } = (await newestMessage())!
  const gif = await movingGif()
  const { data } = await clinics.staff.lena.call('sendMessageFile', {
    body: { organizationId, conversationId, message: 'Your plan' },
    files: [file(gif, 'plan.gif'), file(pdf(), 'plan.pdf')],
  })
  const shown = await until(async () => {
    const { messages } = await sandbox.get(`phones/${encodeURIComponent(PHONE)}`)
    const text = messages.find(({ body }) => body === 'Your plan')
    return text?.media.length === 2 && text.media.every(({ contentType }) => contentType !== null) ? text : undefined
  })
  expect(shown.media.map(({ contentType }) => contentType)).toEqual(['image/gif', 'application/pdf'])
  const answer = await fetch(`${sandbox.url}/sandbox/media/${shown.media[0]?.sid}`)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(await bytesOf(data.attachments[0]!))
  await until(async () => ((await newestMessage())?.status === 'delivered' ? true : undefined))
})
