import { applyBoard, boardOf, boardState } from '@foyer/contracts/board/board.rules.ts'
import { board } from '@foyer/contracts/board/board.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { BOARD_TOPIC } from '@foyer/contracts/topic.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { refresh } from '../conversations/conversations.ts'
import { tellDays } from './board-day.ts'

let clinic: Clinic
let number = 5_125_557_000

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
let from: string
beforeEach(() => {
  from = `+1${++number}`
})

async function read(user = 'lena', organizationId = 'o1') {
  const { status, body } = await clinic.call('board', user, { organizationId })
  expect(status, JSON.stringify(body)).toBe(200)
  return board.reply.parse(body)
}
const logged = (after: number): Promise<KnownEvent[]> =>
  clinic.store.query(
    `select epoch, organization_id as "organizationId", seq::int, type, key, audience, at::text, counts, data
     from events where organization_id = 'o1' and seq > $1 order by seq`,
    [after],
  )
const ofBoard = async (after: number) => (await logged(after)).filter(({ audience }) => audience === BOARD_TOPIC)
const withoutVersion = ({ version: _, kind: __, ...rest }: { version: number; kind?: string }) => rest

/** The board that an older snapshot and the events since it give, beside a fresh one. */
async function compare(old: Awaited<ReturnType<typeof read>>) {
  await tellDays(clinic.parts)
  const fresh = await read()
  const events = (await logged(old.asOf)).filter(({ seq }) => seq <= fresh.asOf)
  const start = boardState(old.data, { counts: old.data.counts, seq: old.asOf })
  const folded = events.reduce(applyBoard, start)
  const { rows, desks, day } = boardOf([...folded.items.values()])
  expect(rows.map(withoutVersion)).toEqual(fresh.data.rows.map(withoutVersion))
  expect(desks.map(withoutVersion)).toEqual(fresh.data.desks.map(withoutVersion))
  expect(day && withoutVersion(day)).toEqual(withoutVersion(fresh.data.day))
  expect([folded.counts, folded.seq]).toEqual([fresh.data.counts, fresh.asOf])
}

describe('the board', () => {
  test('lists a patient who waits, without name, number or text [OPEN-099]', async () => {
    const { asOf } = await read()
    const { id } = await clinic.text('+15125550142', 'My secret words')
    const { data } = await read()
    expect(data.rows.find(({ _id }) => _id === id)).toMatchObject({ letters: 'CA', channel: 'sms', failed: false })
    expect(JSON.stringify([data, await ofBoard(asOf)])).not.toMatch(/Rosalind|Carver|5550142|secret words/)
  })

  test('is told of a row directly ahead of its conversation, and of nothing when no row changes', async () => {
    const { asOf } = await read()
    const { id } = await clinic.text(from, 'Hello')
    expect((await logged(asOf)).map(({ type }) => type)).toEqual([
      'board.changed',
      'conversation.changed',
      'message.added',
    ])
    const after = (await read()).asOf
    await clinic.call('toggleStar', 'lena', { conversationId: id, action: 'star' })
    await clinic.call('updateLastSeen', 'lena', { conversationId: id })
    expect(await ofBoard(after)).toEqual([])
  })

  test('drops a row when staff answer', async () => {
    const { id } = await clinic.text(from, 'Hello')
    const { asOf } = await read()
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hi' })
    expect(await ofBoard(asOf)).toMatchObject([{ key: id, data: { waitingSince: null, failed: false } }])
    expect((await read()).data.rows.some(({ _id }) => _id === id)).toBe(false)
  })

  test('keeps a row with an undelivered text after the waiting ones', async () => {
    const { id } = await clinic.text(from, 'Hello')
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hi' })
    await clinic.store.query(
      `update conversations set last_message_by = last_message_by || '{"status": "failed"}' where id = $1`,
      [id],
    )
    expect((await read()).data.rows.at(-1)).toMatchObject({ _id: id, waitingSince: null, failed: true })
  })

  test('gives the same by an old snapshot and the events since as by a fresh one [DESIGN-17]', async () => {
    // The test before wrote a status past the log.
    await clinic.store.query(
      `update conversations set last_message_by = last_message_by || '{"status": "sent"}'
       where last_message_by ->> 'status' = 'failed'`,
    )
    const answered = await clinic.text(from, 'Hello')
    await tellDays(clinic.parts)
    const old = await read()
    const second = await clinic.text(`+1${++number}`, 'I wait')
    await clinic.text('+15125550143', 'So do I')
    await clinic.call('markConversationRequest', 'lena', { conversationId: second.id, requestType: 'billing' })
    await clinic.call('assignToStaff', 'lena', { conversationId: second.id, user: 'dana' })
    await clinic.call('sendMessage', 'dana', { conversationId: answered.id, message: 'Hi' })
    await clinic.call('changeDesk', 'dana', { state: 'on' })
    await clinic.call('changeDesk', 'lena', { state: 'break' })
    await clinic.call('closeConversation', 'lena', { conversationId: second.id, status: 'resolved' })
    await compare(old)
  })

  test('changes the letters when the name of a waiting patient changes', async () => {
    const { id } = await clinic.text('+15125550143', 'Hello')
    const old = await read()
    const about = { organizationId: 'o1', patientIds: ['p2'], now: clinic.parts.clock.now() }
    await clinic.parts.database.write('o1', (tx) =>
      refresh(tx, about, async () => {
        await sql`update patients set last_name = 'Zapata' where organization_id = 'o1' and id = 'p2'`.execute(tx)
        return []
      }),
    )
    expect((await read()).data.rows.find(({ _id }) => _id === id)).toMatchObject({ letters: 'ZA' })
    await compare(old)
  })

  test('is read by members alone', async () => {
    expect((await clinic.call('board', 'omar')).status).toBe(403)
    expect((await read('omar', 'o2')).data).toMatchObject({ rows: [], organization: { name: 'Lakeside' } })
  })
})

describe('the figures of the day', () => {
  test('count texts, replies and loads, and are told once by two passes', async () => {
    const before = (await read()).data.day
    const { id } = await clinic.text(from, 'Hello')
    await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'dana' })
    clinic.pass(3 * 60_000)
    await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'Hi' })
    await clinic.store.query(`update messages set status = 'sent' where conversation_id = $1 and status = 'queued'`, [
      id,
    ])
    const { asOf } = await read()
    const told = await Promise.all([tellDays(clinic.parts), tellDays(clinic.parts)])
    const { day } = (await read()).data
    expect(day).toMatchObject({
      ...{ day: '2026-11-19', since: '2026-11-19T06:00:00.000Z', received: before.received + 1 },
      within: { of: before.within.of + 1 },
    })
    expect(day.loads.dana).toBe((before.loads.dana ?? 0) + 1)
    expect(day.sent).toBeGreaterThan(0)
    expect(told.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
    expect((await ofBoard(asOf)).filter(({ type }) => type === 'day.changed')).toHaveLength(1)
  })

  test('count first replies by open time and without failed texts, as the dashboards do', async () => {
    const answer = async (openSeconds: number | null) => {
      const { id } = await clinic.text(`+1${++number}`, 'Hello')
      clinic.pass(40 * 60_000)
      const { body } = await clinic.call('sendMessage', 'dana', { conversationId: id, message: 'Hi' })
      await clinic.store.query(`update answered_waits set open_seconds = $1 where message_id = $2`, [
        ...[openSeconds, body.data._id],
      ])
      return body.data._id
    }
    for (const openSeconds of [0, 121, 121, null]) await answer(openSeconds)
    await clinic.store.query(`update messages set status = 'failed' where id = $1`, [await answer(1)])
    await tellDays(clinic.parts)
    const { typicalMinutes, within } = (await read()).data.day
    const range = { startDate: '2026-11-19', endDate: '2026-11-19' }
    const { body } = await clinic.call('patientCommunication', 'lena', range)
    expect({ typicalMinutes, within }).toEqual(body.data.firstReply)
  })

  test('count messages sent and visits confirmed as the dashboards do', async () => {
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
       values ('o1', 'counted', 'Ada', 'Counted', 'Dr. Counted')`)
    await clinic.store.query(
      `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
         location, confirmed_at) select 'o1', 'counted' || nth, 'p1', 'counted', 'Dr. Counted', day + nth * interval '1 hour',
         day + nth * interval '1 hour' + interval '20 minutes', status, 'Follow-up', 'Northgate', confirmed_at
       from (values (1, 'scheduled', null), (2, 'completed', null), (3, 'noShow', $1::timestamptz), (4, 'confirmed', $1))
         as visit (nth, status, confirmed_at), (select $1::timestamptz as day) as today`,
      [clinic.parts.clock.now()],
    )
    await clinic.store.query(
      `insert into mails (organization_id, id, address, subject, content, status, failure_reason, created_at, ended_at, origin)
       select 'o1', 'mail' || status, 'a@patients.test', 's', 'c', status, case status when 'failed' then 'No such address' end,
         $1::timestamptz, case when status <> 'queued' then $1::timestamptz end, 'reminder'
       from unnest('{queued,sent,failed}'::text[]) as status`,
      [clinic.parts.clock.now()],
    )
    await clinic.store.query(
      `insert into faxes (organization_id, id, number, own_number, note, status, file_id, file_name, file_size, file_type,
         sent_by, created_at, version)
       select 'o1', 'fax' || status, '+1', '+1', '', status, 'x', 'x', 1, 'pdf', 'lena', $1, 0
       from unnest('{queued,partial,failed}'::text[]) as status`,
      [clinic.parts.clock.now()],
    )
    await clinic.text(from, 'Hello')
    await tellDays(clinic.parts)
    const { received, sent, failed, visits } = (await read()).data.day
    const days = ['2026-11-19', '2026-11-19']
    const messages = (await clinic.call('patientCommunication', 'lena', { startDate: days[0], endDate: days[1] })).body
    const card = (await clinic.call('scoreCardAppointments', 'lena', { start: days[0], end: days[1] })).body
    expect({ received, sent, failed }).toEqual({
      received: messages.data.received,
      sent: messages.data.sent,
      failed: messages.data.failed,
    })
    expect(visits).toMatchObject({ today: card.data.booked, confirmed: card.data.confirmed })
    expect(visits.confirmed).toBe(2)
  })

  test('count a confirmed visit that was moved as one to be confirmed anew', async () => {
    await tellDays(clinic.parts)
    const before = (await read()).data.day.visits
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
       values ('o1', 'moved', 'Ada', 'Moved', 'Dr. Moved')`)
    await clinic.store.query(
      `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
         location, confirmed_at)
       values ('o1', 'moved', 'p1', 'moved', 'Dr. Moved', $1::timestamptz + interval '2 hours', $1::timestamptz + interval '3 hours', 'confirmed',
         'Follow-up', 'Northgate', $1)`,
      [clinic.parts.clock.now()],
    )
    await clinic.store.query(
      `update appointments set status = 'scheduled', confirmed_at = null, starts_at = starts_at + interval '1 hour',
         ends_at = ends_at + interval '1 hour' where id = 'moved'`,
    )
    await clinic.text(from, 'Hello')
    await tellDays(clinic.parts)
    const after = (await read()).data.day.visits
    expect(after).toEqual({ today: before.today + 1, confirmed: before.confirmed, toChase: before.toChase + 1 })
  })

  test('count a visit as one to chase until it begins', async () => {
    const before = (await read()).data.day.visits.toChase
    const startsAt = new Date(clinic.parts.clock.now().getTime() + 600_000)
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
       values ('o1', 'chased', 'Ada', 'Chased', 'Dr. Chased')`)
    await clinic.store.query(
      `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
         location) values ('o1', 'chased', 'p1', 'chased', 'Dr. Chased', $1, $1::timestamptz + interval '20 minutes',
         'scheduled', 'Follow-up', 'Northgate')`,
      [startsAt],
    )
    await clinic.text(from, 'Hello')
    const toChase = async () => {
      await tellDays(clinic.parts)
      return (await read()).data.day.visits.toChase
    }
    expect(await toChase()).toBe(before + 1)
    clinic.pass(600_000)
    expect(await toChase()).toBe(before)
  })

  test('of an organization are told though those of another fail', async () => {
    await tellDays(clinic.parts)
    const { database } = clinic.parts
    const write: typeof database.write = (id, ...rest) =>
      id === 'o1' ? Promise.reject(new Error('The store fails.')) : database.write(id, ...rest)
    clinic.pass(24 * 3_600_000)
    expect(await tellDays({ ...clinic.parts, database: { ...database, write } })).toBe(1)
    expect(await tellDays(clinic.parts)).toBe(1)
  })

  test('are told again only when they differ, and on a new day', async () => {
    await tellDays(clinic.parts)
    await clinic.text(from, 'Hello')
    expect(await tellDays(clinic.parts)).toBe(1)
    expect(await tellDays(clinic.parts)).toBe(0)
    clinic.pass(24 * 3_600_000)
    expect(await tellDays(clinic.parts)).toBe(2)
    expect((await read()).data.day).toMatchObject({ day: '2026-11-21', received: 0 })
  })
})

describe('the desks of the board', () => {
  test('are those of the day, by an old snapshot and the events since as by a fresh one', async () => {
    await clinic.call('changeDesk', 'dana', { state: 'off' })
    await clinic.call('changeDesk', 'lena', { state: 'on' })
    await tellDays(clinic.parts)
    const old = await read()
    expect(old.data.desks.map(({ state }) => state)).toEqual(['off', 'on'])
    clinic.pass(24 * 3_600_000)
    await clinic.call('changeDesk', 'lena', { state: 'off' })
    await clinic.text(from, 'Hello')
    await compare(old)
    expect((await read()).data.desks).toMatchObject([{ userId: 'lena', state: 'off' }])
  })
})
