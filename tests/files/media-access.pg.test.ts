/** Tries to reach a file's bytes by altered addresses, and by ids that are paths. */
import { calls } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mediaAddress } from '../../apps/api/src/modules/attachments/attachment-address.rules.ts'
import { openAsking } from '../calls/asking.ts'
import { CEDAR, LAKESIDE, LAKESIDE_WORDS } from '../calls/clinics.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

async function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(asking.clinics.url + path, { method, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const media = (token: string, headers?: Record<string, string>) =>
  open(`${calls.carrierMedia.path}?token=${encodeURIComponent(token)}`, headers)

/** Signs a token as the product does, so that only its content is wrong. */
function tokenOf(organizationId: string, attachmentId: string, ageMinutes = 0): string {
  const { config, clock } = asking.clinics.parts
  const made = new Date(clock.now().getTime() - ageMinutes * 60_000)
  return new URL(mediaAddress(config, { organizationId, attachmentId }, made)).searchParams.get('token') ?? ''
}

test('carrier’s address opens its file, and an altered one opens no other [SEC-05] [OPEN-101]', async () => {
  const [own, theirs] = [asking.known.attachmentId, asking.foreign.attachmentId]
  expect((await media(tokenOf(CEDAR.id, own))).status).toBe(200)
  const [said = '', signature = ''] = tokenOf(CEDAR.id, own).split('.')
  const [foreignSaid = ''] = tokenOf(LAKESIDE.id, theirs).split('.')
  const bent = [
    `${foreignSaid}.${signature}`,
    `${said}.${signature.slice(0, -1)}`,
    `${said}.${signature}=`,
    `${said}=.${signature}`,
    `${said}%00.${signature}`,
    `.${signature}`,
    `${said}.`,
    tokenOf(CEDAR.id, own, 61),
  ]
  for (const token of bent) expect((await media(token)).status, token).toBe(403)
  // The organization is looked up even if the signature is ours.
  for (const token of [tokenOf(CEDAR.id, theirs), tokenOf(LAKESIDE.id, own), tokenOf('', own), tokenOf(CEDAR.id, '')])
    expect((await media(token)).status, token).toBe(404)
  // A staff token does not work here, nor one of these tokens in a call.
  const { lena } = asking.clinics.staff
  expect((await media(lena.token)).status).toBe(403)
  const search = new URLSearchParams({ organizationId: CEDAR.id, attachmentId: own })
  const asCarrier = { authorization: `Bearer ${tokenOf(CEDAR.id, own)}` }
  expect((await open(`${calls.attachment.path}?${search}`, asCarrier)).status).toBe(401)
})

test('id that is a path, or anything else, opens nothing [SEC-05] [SEC-08]', async () => {
  const headers = { authorization: `Bearer ${asking.clinics.staff.lena.token}` }
  const ids = [
    asking.foreign.attachmentId,
    '../secrets/auth',
    '..%2f..%2fsecrets%2fauth',
    '/etc/passwd',
    '.',
    `${asking.known.attachmentId}/../${asking.foreign.attachmentId}`,
    `${asking.known.attachmentId}\u0000`,
    'x'.repeat(10_000),
    "' or 1=1 --",
  ]
  for (const attachmentId of ids)
    for (const method of ['GET', 'HEAD']) {
      const search = new URLSearchParams({ organizationId: CEDAR.id, attachmentId })
      const { status, text } = await open(`${calls.attachment.path}?${search}`, headers, method)
      expect([400, 404], attachmentId).toContain(status)
      expect(text).not.toContain(LAKESIDE_WORDS)
    }
})

test.each([
  'bytes=0-0,0-0,0-0,0-0',
  `bytes=${Array.from({ length: 2000 }, (_, at) => `${at}-`).join(',')}`,
  'bytes=-0',
  'bytes=5-2',
  'bytes=99999999999999999999-',
  'bytes=0-99999999999999999999',
  'bytes=-99999999999999999999',
  'bytes=0x1-0x2',
  'bytes= 1 - 2 ',
  'bytes=1e0-1e1',
  'bytes=--1',
  'bytes=NaN-NaN',
])('range %.30s returns no more than the file has, and says how much [SEC-08]', async (range) => {
  const { status, headers, text } = await media(tokenOf(CEDAR.id, asking.known.attachmentId), { range })
  expect([200, 206, 416]).toContain(status)
  if (status === 416) return
  expect('Words').toContain(text)
  expect(Number(headers.get('content-length'))).toBe(text.length)
  if (status === 206) expect(headers.get('content-range')).toMatch(/^bytes [0-4]-[0-4]\/5$/)
})
