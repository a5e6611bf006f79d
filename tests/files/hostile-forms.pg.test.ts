/**
 * Malformed forms, and senders that disconnect: each is refused with a reason, and no data of theirs stays on the disk.
 */
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { calls } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { file, pdf } from '../../apps/api/src/files/sample-files.suite.ts'
import { openAsking } from '../calls/asking.ts'
import { CEDAR, LAKESIDE } from '../calls/clinics.ts'
import { until } from '../support/until.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(async () => {
  await until(() => staged().length === 0 || undefined)
  expect(asking.clinics.takeFailures()).toEqual([])
})
afterAll(() => asking.close())

const { path: address } = calls.sendMessageFile
function staged(): string[] {
  const folder = path.join(asking.clinics.parts.config.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}
const messages = () =>
  asking.clinics.store.query('select organization_id, count(*) from messages group by 1 order by 1')

type Part = readonly [name: string, value: string | File]
const good = (): Part[] => [
  ['organizationId', CEDAR.id],
  ['conversationId', asking.known.conversationId],
  ['message', 'Your plan'],
  ['private', 'true'],
  ['attachments', file(pdf(), 'plan.pdf')],
]

async function send(parts: readonly Part[], headers: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const { token } = asking.clinics.staff.sam
  const answer = await fetch(asking.clinics.url + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { reason: string; issues?: { path: string }[] } }
}

describe('form', () => {
  test('is accepted with its fields in any order, files first [CALL-INBOX-09] [SEC-08]', async () => {
    expect((await send(good().reverse())).status).toBe(200)
  })

  test.each<[string, () => Part[]]>([
    ['the organization twice', () => [...good(), ['organizationId', LAKESIDE.id]]],
    ['the other organization first', () => [['organizationId', LAKESIDE.id], ...good()]],
    ['a list of organizations', () => [...good().slice(1), ['organizationId[]', CEDAR.id]]],
    ['an organization of parts', () => [...good().slice(1), ['organizationId[id]', CEDAR.id]]],
    ['the conversation twice', () => [...good(), ['conversationId', asking.foreign.conversationId]]],
    ['a file for a field', () => [...good().slice(1), ['organizationId', file(pdf(), CEDAR.id)]]],
    ['a field for a file', () => [...good().slice(0, 4), ['attachments', '../../etc/passwd']]],
    ['a name of the language', () => [...good(), ['__proto__', 'x']]],
    ['another name of the language', () => [...good(), ['constructor[prototype]', 'x']]],
    ['a thousand fields', () => [...good(), ...Array.from({ length: 1000 }, (_, at): Part => [`f${at}`, 'x'])]],
    ['a long list', () => [...good(), ['message[999999999]', 'x']]],
    ['a field whose name is long', () => [...good(), ['f'.repeat(5000), 'x']]],
  ])('with %s is 400 and sends nothing [SEC-05] [SEC-08]', async (_what, parts) => {
    const before = await messages()
    expect(await send(parts())).toMatchObject({ status: 400, body: { reason: 'not_valid' } })
    expect(await messages()).toEqual(before)
  })

  test.each([
    ['no boundary', 'multipart/form-data', 400],
    ['an empty boundary', 'multipart/form-data; boundary=', 400],
    ['a boundary that is not there', 'multipart/form-data; boundary=elsewhere', 400],
    ['another kind of form', 'multipart/mixed; boundary=x', 415],
  ])('with %s is refused [SEC-08]', async (_what, type, status) => {
    expect((await send(good(), { 'content-type': type })).status).toBe(status)
  })
})

describe('sender that disconnects', () => {
  const BYTES = 300_000

  /** Sends part of a form that announces more, and disconnects. */
  async function hangUpAfter(bytes: number) {
    const { port, hostname } = new URL(asking.clinics.url)
    const body = Buffer.concat([
      Buffer.from(
        good()
          .slice(0, 4)
          .map(([name, value]) => `--e\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join(''),
      ),
      Buffer.from('--e\r\nContent-Disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n'),
      Buffer.alloc(BYTES, 'x'),
    ])
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `POST ${address} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${asking.clinics.staff.lena.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=e\r\nContent-Length: ${body.length + 1000}\r\n\r\n`,
    )
    await new Promise<void>((resolve) => socket.write(body.subarray(0, bytes), () => resolve()))
    return socket
  }

  test('leaves no data behind, wherever it stopped [SEC-08]', async () => {
    const before = await messages()
    for (const bytes of [10, 300, 520, 600, 5000, 70_000, 200_000, BYTES]) {
      const socket = await hangUpAfter(bytes)
      socket.destroy()
      await once(socket, 'close')
    }
    await until(() => staged().length === 0 || undefined)
    // This answer comes after the server has processed all disconnects.
    expect((await send(good())).status).toBe(200)
    const after = await messages()
    expect(after.map(({ count }: { count?: unknown }) => Number(count))).toEqual(
      before.map(({ count }: { count?: unknown }, at) => Number(count) + (at === 0 ? 1 : 0)),
    )
  })

  test('does not block other senders, however slow it is [SEC-08]', async () => {
    const slow = await Promise.all(Array.from({ length: 40 }, () => hangUpAfter(5000)))
    await until(() => staged().length === 40 || undefined)
    expect((await send(good())).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })
})

test('a hundred uploads of one clinic at once are each stored whole or refused with a reason, and the other clinic is served [SEC-08]', async () => {
  const before = await messages()
  const many = Array.from({ length: 100 }, () => send(good()))
  const { omar } = asking.clinics.staff
  const theirs = await fetch(`${asking.clinics.url}${calls.conversations.path}?organizationId=${LAKESIDE.id}`, {
    headers: { authorization: `Bearer ${omar.token}` },
  })
  expect(theirs.status).toBe(200)
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  const kept = statuses.filter((status) => status === 200).length
  expect(kept).toBeGreaterThan(0)
  const after = await messages()
  const countOf = (rows: object[]) => Number((rows[0] as { count: unknown }).count)
  expect(countOf(after) - countOf(before)).toBe(kept)
  const [files] = await asking.clinics.store.query<{ left: string }>(
    'select count(*) as left from uploads where organization_id = $1',
    [CEDAR.id],
  )
  expect(Number(files?.left)).toBe(0)
})
