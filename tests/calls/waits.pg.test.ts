/**
 * Records how often each call waits for the store, and bounds it: a wait costs more than most statements. A call that waits
 * more often than recorded fails, and so does one that waits less often. Look why, then renew the records:
 * `npx vitest run --project pg tests/calls/waits.pg.test.ts -u`. Each room has its own file, so that changes to two rooms do not
 * conflict in git; the run writes that of a new room.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SmsGateway } from '@foyer/api/gateways/sms.ts'
import { outboundTexts } from '@foyer/api/modules/outbound/outbound.ts'
import { handOver } from '@foyer/api/modules/texting/hand-over.ts'
import { callsOf } from '@foyer/contracts/call.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import * as rooms from '@foyer/contracts/rooms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/member.ts'
import { openAsking } from './asking.ts'
import { callNames, callOf } from './requests.ts'

const READ_MAX = 3
const WRITE_MAX = 8
const TEXT_MAX = 5
/** better-auth reads a cookie's session and its user, and the key of a token, each by a statement of its own. */
const BETTER_AUTH_MAX = 3
/** A text with a keyword changes the consent of its number, all conversations of the number, and may be answered. */
const KEYWORD_MAX = 12
/** The reads under the conversation's lock, the lock of the head, the rows, the commit. */
const HANDOVER = 4
/** Beside them the check of its visits, and the rows of the ledger that follow the text. */
const HANDOVER_OF_REMINDER = 6

/** The calls that screens of the inbox make most often. */
const FEWER: Partial<Record<CallName, number>> = {
  conversation: 2,
  conversations: 2,
  messages: 2,
}

/** Calls that may wait more often, with the reason. */
const MORE: Partial<Record<CallName, number>> = {
  // A download is read page by page, and each form has pages of its own.
  exportFormSubmissions: READ_MAX + 4,
  // The session, which the listing token names, is read in the system scope, after the organization's rows.
  listingConnection: READ_MAX + 1,
}

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

function mostOf(name: CallName): number {
  if (name === 'inboundText') return TEXT_MAX
  const more = MORE[name]
  if (more !== undefined) return more
  const { method, access } = callOf(name)
  const most = method === 'GET' ? READ_MAX : WRITE_MAX
  return access === 'session' || access === 'user' ? most + BETTER_AUTH_MAX : most
}

const RECORDS = path.join(import.meta.dirname, 'waits')
/** The counted waits, by call and, for the carrier's texts, by the text. */
const counted = new Map<string, number>()

/** Counts the waits of a call after which nothing goes on. */
async function countWaits(row: string, act: () => Promise<{ status: number } | string>): Promise<number> {
  const { store, takeWaits } = asking.clinics
  // A use of the session that is worth noting costs a wait of its own.
  await store.query('update session set "updatedAt" = now()')
  takeWaits()
  const answer = await act()
  const waits = takeWaits()
  // A refused call waits less often than one that does its work.
  if (typeof answer === 'object') expect(answer.status).toBeLessThan(400)
  counted.set(row, waits)
  return waits
}

test.each(callNames)('%s waits for the store no more often than its kind may', async (name) => {
  const waits = await countWaits(name, () => asking.ask(name, asking.good(name)))
  expect(waits).toBeLessThanOrEqual(FEWER[name] ?? mostOf(name))
})

const keywords = ['STOP', 'START', 'HELP']
const rowOf = (keyword: string) => `inboundText ${keyword}`

test.each(keywords)(
  'inboundText waits for the store no more often than a keyword may when the text is %s',
  async (keyword) => {
    const waits = await countWaits(rowOf(keyword), () => asking.clinics.text('+15125550143', keyword))
    expect(waits).toBeLessThanOrEqual(KEYWORD_MAX)
  },
)

const SIGN_OUT = 'signOut of a session'

test('signOut waits for the store no more often than a change may when it ends a session', async () => {
  const { url, parts } = asking.clinics
  const { cookie } = await signIn(url, 'dana@demo.test')
  const headers = { cookie, origin: parts.config.publicUrl }
  const waits = await countWaits(SIGN_OUT, () => asking.ask('signOut', asking.good('signOut'), headers))
  expect(waits).toBeLessThanOrEqual(WRITE_MAX + BETTER_AUTH_MAX)
})

/** The rows of each file. */
const rowsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...Object.entries(rooms).map(([room, its]) => [room, Object.keys(callsOf([its])).sort()] as const),
    ['keywords', keywords.map(rowOf)] as const,
    ['endings', [SIGN_OUT]] as const,
  ].filter(([, rows]) => rows.length > 0),
)

test.each(Object.entries(rowsOf))('calls of %s wait for the store as often as is recorded', async (room, rows) => {
  const file = path.join(RECORDS, `${room}.txt`)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const recorded = new Map(lines.map((line) => line.split(': ') as [string, string]))
  // A run of some of the tests counts some of the calls.
  const now = rows.map((row) => `${row}: ${counted.get(row) ?? recorded.get(row) ?? 'not counted'}\n`)
  await expect(now.join('')).toMatchFileSnapshot(file)
})

test('records of waits exist only for present rooms', () => {
  expect(
    readdirSync(RECORDS)
      .map((file) => path.parse(file).name)
      .filter((name) => !(name in rowsOf)),
  ).toEqual([])
})

test.each([
  ['a text', 'sendMessage', HANDOVER],
  ['a reminder', 'sendReminder', HANDOVER_OF_REMINDER],
] as const)('handOver waits for the store a fixed number of times when it hands over %s', async (_, name, most) => {
  const { store, parts, takeWaits } = asking.clinics
  // The calls above have left texts of every kind in the queue.
  await store.query('delete from outbound_texts')
  const sent = await asking.ask(name, asking.good(name))
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const [leased] = await store.database.systemStatement((queries) =>
    outboundTexts.lease(queries, { worker: 'w', limit: 1, leaseS: 60 }),
  )
  let waits = 0
  const gateway: Pick<SmsGateway, 'send'> = {
    async send() {
      waits = takeWaits()
      return { outcome: 'accepted', sid: `SM-waits of ${name}` }
    },
  }
  takeWaits()
  const services = { ...parts, gateway: gateway as SmsGateway, worker: 'w', mayCall: () => true }
  expect(await handOver(services, leased!)).toBe('accepted')
  expect(waits).toBe(most)
})
