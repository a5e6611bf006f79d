import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import { NamingClient } from '../../db/statement-names.ts'
import { Refusal } from '../../http/refusal.ts'
import { CEDAR, type Clinic, LAKESIDE, openClinic } from '../clinic.suite.ts'
import { holdHead, untilWaiting } from '../held-head.suite.ts'
import { createTextIntake } from './text-intake.ts'

/** The connections that the carrier's work of one organization may use, of twelve for organizations. */
const CARRIER_PLACES = 3

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const sid = () => `SM${randomUUID().replaceAll('-', '')}`
const textOf = (from: string, body: string, more: { sid?: string } = {}) => ({
  ...{ sid: sid(), from, body, media: [] },
  ...more,
})
const bodies = (from: string, organizationId = 'o1') =>
  clinic.store.query<{ body: string; seq: number }>(
    `select body from messages join conversations as c on c.organization_id = messages.organization_id
       and c.id = messages.conversation_id
     where c.organization_id = $1 and c.sender = $2 and direction = 'inbound' order by messages.version`,
    [organizationId, from],
  )

test('intake stores each text once when many texts of known and unknown senders arrive at once', async () => {
  const take = createTextIntake(clinic.parts)
  const senders = Array.from({ length: 30 }, (_, nth) => `+1512555${1000 + nth}`)
  const texts = senders.flatMap((from) => ['one', 'two', 'three'].map((body) => textOf(from, body)))
  const [repeated] = texts
  const ingested = await Promise.all([...texts, repeated!].map((text) => take(CEDAR, text)))
  expect(ingested.map((one) => one?.outcome)).toEqual([...texts.map(() => 'taken'), 'repeated'])
  for (const from of senders)
    expect(
      (await bodies(from)).map(({ body }) => body),
      from,
    ).toEqual(['one', 'two', 'three'])
  const events = await clinic.changes()
  expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((one, other) => one - other))
  const counts = events.at(-1)?.counts
  expect(counts?.unreadMessages).toBe(90)
})

test("intake stores a text before other work of the carrier's lane that has waited longer", async () => {
  const { database } = clinic.parts
  const take = createTextIntake(clinic.parts)
  await take(CEDAR, textOf('+15125554200', 'Good morning'))
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = (until: Promise<void>) => database.write('o1', () => until, 'carrier')
  const running = Array.from({ length: CARRIER_PLACES }, () => hold(first.promise))
  const reports = Array.from({ length: 20 }, () => hold(others.promise))
  const text = take(CEDAR, textOf('+15125554200', 'Hello'))
  // The organization of the number is known, so the text waits for a place within this turn.
  await new Promise(setImmediate)
  first.resolve()
  // The reports would keep all places until the text is stored.
  expect(await text).toMatchObject({ outcome: 'taken' })
  others.resolve()
  await Promise.allSettled([...running, ...reports])
})

test('intake writes the rows of texts that share a transaction together, and each message follows its conversation', async () => {
  const take = createTextIntake(clinic.parts)
  const known = [1, 2, 3].map((nth) => `+151255541${nth}0`)
  for (const from of known) await take(CEDAR, textOf(from, 'Good morning'))
  const before = (await clinic.changes()).length
  const send = vi.spyOn(NamingClient.prototype, 'send')
  // The first text goes at once; the others wait for it, and share the next transaction.
  const texts = ['+15125554100', ...known, '+15125554140'].map((from) => textOf(from, 'Hello'))
  const ingested = await Promise.all(texts.map((text) => take(CEDAR, text)))
  expect(ingested.map((one) => one?.outcome)).toEqual(texts.map(() => 'taken'))
  const sent = (words: string) => send.mock.calls.filter(([text]) => text.includes(words)).length
  // The first text has three events, which are two statements.
  expect(['insert into "conversations"', 'insert into "messages"', 'insert into "events"'].map(sent)).toEqual([2, 2, 3])
  send.mockRestore()
  const events = (await clinic.changes()).slice(before)
  const [changed, added] = ['conversation.changed', 'message.added'].map((type) =>
    events.filter((one) => one.type === type),
  )
  expect(changed).toHaveLength(5)
  expect(added?.map(({ seq }) => seq)).toEqual(changed?.map(({ seq }) => seq + 1))
  const versions = await clinic.store.query<{ last: number; added: number }>(
    `select c.last_text_version as last, m.version as added from messages as m
       join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
     where m.carrier_sid = any($1)`,
    [texts.map((text) => text.sid)],
  )
  expect(versions.map(({ last }) => last)).toEqual(versions.map((row) => row.added))
})

test('intake stores keywords among other texts with all that they change', async () => {
  const take = createTextIntake(clinic.parts)
  const quiet = Array.from({ length: 10 }, (_, nth) => textOf(`+1512555${2000 + nth}`, 'Good morning'))
  const stop = textOf('+15125552500', 'STOP')
  const help = textOf('+15125552501', 'HELP')
  const ingested = await Promise.all(
    [...quiet, stop, ...quiet.map(({ from }) => textOf(from, 'Again')), help].map((text) => take(CEDAR, text)),
  )
  expect(ingested.every((one) => one?.outcome === 'taken')).toBe(true)
  expect(ingested.flatMap((one) => one?.answer?.kind ?? [])).toEqual(['opt_out_confirmation', 'help'])
  const [consent] = await clinic.store.query(`select sms_status from consents where phone_number = '+15125552500'`)
  expect(consent).toEqual({ sms_status: 'opted_out' })
})

test('intake keeps the order of one sender when a keyword is ingested alone', async () => {
  const take = createTextIntake(clinic.parts)
  for (let round = 0; round < 5; round++) {
    const from = `+1512555910${round}`
    await Promise.all([
      take(CEDAR, textOf('+15125559001', 'Good morning')),
      take(CEDAR, textOf(from, 'START')),
      take(CEDAR, textOf('+15125559002', 'Good morning')),
      take(CEDAR, textOf('+15125559003', 'Good morning')),
      take(CEDAR, textOf(from, 'STOP')),
    ])
    expect((await bodies(from)).map(({ body }) => body)).toEqual(['START', 'STOP'])
    const [consent] = await clinic.store.query('select sms_status from consents where phone_number = $1', [from])
    expect(consent).toEqual({ sms_status: 'opted_out' })
  }
})

test('intake keeps the order of one sender when a step reacts to the first text', async () => {
  const [step] = clinic.parts.inboundSteps
  const consider = (_tx: unknown, _services: unknown, { body }: { body: string }) =>
    body === 'one' ? ({ verdict: 'passes', react: async () => ({}) } as const) : ({ verdict: 'ignores' } as const)
  const take = createTextIntake({ ...clinic.parts, inboundSteps: step ? [{ ...step, consider }] : [] })
  for (let round = 0; round < 5; round++) {
    const from = `+1512555920${round}`
    await Promise.all([
      take(CEDAR, textOf('+15125559301', 'Hello')),
      take(CEDAR, textOf(from, 'one')),
      take(CEDAR, textOf('+15125559302', 'Hello')),
      take(CEDAR, textOf(from, 'two')),
      take(CEDAR, textOf(from, 'three')),
    ])
    expect((await bodies(from)).map(({ body }) => body)).toEqual(['one', 'two', 'three'])
  }
})

test('intake stores the texts of others when the conversation of one sender is locked', async () => {
  const take = createTextIntake(clinic.parts)
  const stuck = '+15125559200'
  const others = ['+15125559201', '+15125559202', '+15125559203']
  for (const from of [stuck, ...others]) await take(CEDAR, textOf(from, 'Hello'))
  const open = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = clinic.store.database.system(async (tx) => {
    await tx.selectFrom('conversations').select('id').where('sender', '=', stuck).forUpdate().execute()
    locked.resolve()
    await open.promise
  })
  await locked.promise
  const [first, ...rest] = [stuck, ...others].map((from) => take(CEDAR, textOf(from, 'Again')))
  const ofStuck = Promise.allSettled([first])
  expect((await Promise.all(rest)).map((one) => one?.outcome)).toEqual(['taken', 'taken', 'taken'])
  open.resolve()
  await holding
  await ofStuck
})

/** Locks the conversations of these senders until the returned function is called. */
async function lockConversationsOf(senders: readonly string[]): Promise<() => Promise<void>> {
  // The API's own connections end a transaction that is idle.
  const client = new pg.Client({ connectionString: clinic.store.url })
  await client.connect()
  await client.query('begin')
  await client.query('select id from conversations where sender = any($1) for update', [senders])
  return () => client.end()
}

test('intake stores the texts of others while more conversations are locked than the carrier has places', async () => {
  const batches = { failed: 0 }
  const log = pino({ level: 'warn' }, { write: () => void batches.failed++ })
  const take = createTextIntake({ ...clinic.parts, log })
  const stuck = Array.from({ length: CARRIER_PLACES + 1 }, (_, nth) => `+1512555940${nth}`)
  for (const from of stuck) await take(CEDAR, textOf(from, 'Hello'))
  const unlock = await lockConversationsOf(stuck)
  const settled: string[] = []
  const noting = async <T>(who: string, taken: Promise<T>) => taken.finally(() => settled.push(who))
  const ofStuck = Promise.allSettled(stuck.map((from) => noting('stuck', take(CEDAR, textOf(from, 'Again')))))
  // The first text ran alone, and the others shared the next transaction.
  await until(() => batches.failed === 2 || undefined)
  const others = Array.from({ length: 10 }, (_, nth) =>
    noting('other', take(CEDAR, textOf(`+1512555950${nth}`, 'Hello'))),
  )
  expect((await Promise.all(others)).map((one) => one?.outcome)).toEqual(others.map(() => 'taken'))
  expect(settled.slice(0, others.length)).toEqual(others.map(() => 'other'))
  const refused = (await ofStuck).map((one) => one.status === 'rejected' && one.reason)
  expect(refused).toEqual(stuck.map(() => expect.objectContaining({ reason: 'unavailable', retryAfterS: 1 })))
  // A sender whose conversation was locked shares no transaction before a text of it is stored.
  batches.failed = 0
  const again = [stuck[0]!, '+15125559510', '+15125559511'].map((from) => take(CEDAR, textOf(from, 'Once more')))
  const first = Promise.allSettled(again.slice(0, 1))
  await Promise.all(again.slice(1))
  expect(batches.failed).toBe(0)
  await unlock()
  expect(await first).toMatchObject([{ status: 'fulfilled', value: { outcome: 'taken' } }])
})

test('intake refuses what a sender wrote after a refused text, so that no START is stored after a later STOP', async () => {
  const from = '+15125559700'
  const refusal = new Refusal('unavailable', 'Its conversation is locked.')
  const first = Promise.withResolvers<void>()
  let tried = 0
  const take = createTextIntake(clinic.parts, async (_, work) => {
    if (tried++ > 0) return work(250)
    await first.promise
    throw refusal
  })
  const [start, stop] = [textOf(from, 'START'), textOf(from, 'STOP')]
  const posted = [start, stop].map((text) => take(CEDAR, text))
  first.resolve()
  expect((await Promise.allSettled(posted)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const text of [start, stop]) await take(CEDAR, text)
  expect((await bodies(from)).map(({ body }) => body)).toEqual(['START', 'STOP'])
  const [consent] = await clinic.store.query('select sms_status from consents where phone_number = $1', [from])
  expect(consent).toEqual({ sms_status: 'opted_out' })
})

test('intake waits for the head of the log with one transaction, and stores the texts that share it', async () => {
  const batches = { failed: 0 }
  const log = pino({ level: 'warn' }, { write: () => void batches.failed++ })
  const take = createTextIntake({ ...clinic.parts, log })
  await take(CEDAR, textOf('+15125559600', 'Hello'))
  const release = await holdHead(clinic)
  const texts = Array.from({ length: 8 }, (_, nth) => take(CEDAR, textOf(`+1512555960${nth}`, 'Again')))
  await untilWaiting(clinic, 1)
  // It gives up later than texts that wait for a conversation.
  const other = clinic.store.database.write('o1', async (tx) => {
    await sql`set local lock_timeout = '400ms'`.execute(tx)
    await sql`select 1 from organization_heads for update`.execute(tx)
  })
  await expect(other).rejects.toMatchObject({ reason: 'unavailable' })
  await release()
  expect((await Promise.all(texts)).map((one) => one?.outcome)).toEqual(texts.map(() => 'taken'))
  expect(batches.failed).toBe(0)
})

test('intake stores the others when one of the texts that share a transaction fails', async () => {
  const { database } = clinic.parts
  const failing = '+15125553003'
  const step = {
    ...clinic.parts.inboundSteps[0]!,
    consider: (_tx: unknown, _services: unknown, message: { conversation: { sender: string } }) => {
      if (message.conversation.sender === failing) throw new Error('This text can not be stored.')
      return { verdict: 'ignores' } as const
    },
  }
  const take = createTextIntake({ ...clinic.parts, database, inboundSteps: [step] })
  const senders = Array.from({ length: 8 }, (_, nth) => `+1512555${3000 + nth}`)
  const ingested = await Promise.allSettled(senders.map((from) => take(CEDAR, textOf(from, 'Hello'))))
  expect(ingested.map(({ status }) => status)).toEqual(
    senders.map((from) => (from === failing ? 'rejected' : 'fulfilled')),
  )
  for (const from of senders) expect(await bodies(from), from).toHaveLength(from === failing ? 0 : 1)
})

test('intake files a text under the organization that has the number now, although it remembered another [SEC-05]', async () => {
  const take = createTextIntake(clinic.parts)
  const from = '+15125554000'
  await take(CEDAR, textOf(from, 'for Cedar Ridge'))
  await take(LAKESIDE, textOf(from, 'for Lakeside'))
  const give = (id: string, number: string | null) =>
    clinic.store.query('update organizations set sms_number = $2 where id = $1', [id, number])
  await give('o2', null)
  await give('o1', LAKESIDE)
  await give('o2', CEDAR)
  try {
    await take(CEDAR, textOf(from, 'for Lakeside too'))
    expect((await bodies(from, 'o1')).map(({ body }) => body)).toEqual(['for Cedar Ridge'])
    expect((await bodies(from, 'o2')).map(({ body }) => body)).toEqual(['for Lakeside', 'for Lakeside too'])
    await give('o2', null)
    expect(await take(CEDAR, textOf(from, 'for nobody'))).toBeNull()
  } finally {
    await give('o1', null)
    await give('o2', LAKESIDE)
    await give('o1', CEDAR)
  }
})
