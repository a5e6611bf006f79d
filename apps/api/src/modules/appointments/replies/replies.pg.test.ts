/** Texts that answer reminders, through the carrier's webhook. */
import { randomUUID } from 'node:crypto'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { CEDAR } from '../../clinic.suite.ts'
import { ingestText } from '../../texting/ingest.ts'
import { openReplies, type Replies } from './replies.suite.ts'

let replies: Replies
beforeAll(async () => {
  replies = await openReplies()
})
afterAll(() => replies.close())
afterEach(() => replies.set({}))

const CONFIRMED = 'confirmed//confirm'
const UNCLEAR = 'scheduled//unclear'
const ASKED = 'scheduled/asked/reschedule'
const THANKS =
  'Thank you, Rosalind. Confirmed: Friday, Nov 20 at 9:30 AM. Also confirmed: Elias, Friday, Nov 20 at 10:00 AM.'
const bodies = async (from: string, direction = 'outbound') =>
  (await replies.thread(from)).filter((one) => one.direction === direction).map(({ body }) => body)
const told = async (type: string, key: string) =>
  (await replies.events()).filter((event) => event.type === type && event.key === key)
/** The texts of one family share a transaction with those of others, as on a busy morning. */
const text = (from: string, body: string) => replies.text(from, body)

describe('a text after a reminder about Rosalind at 9:30 and Elias at 10:00', () => {
  test.each(['C', 'c.', 'Yes!', 'ok see you then', "I'll be there", '👍', 'Sí, confirmo', 'yes both'])(
    '%s confirms both, is thanked for once and is no work',
    async (body) => {
      const { from, rosalind, elias } = await replies.family()
      const conversation = await text(from, body)
      expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual([CONFIRMED, CONFIRMED])
      expect(await replies.row(rosalind)).toMatchObject({ confirmed_by: 'patient' })
      expect(await bodies(from)).toEqual([THANKS])
      expect(conversation).toMatchObject({ unreadCount: 0, waitingSince: null, status: 'resolved' })
    },
  )

  test.each([
    ["Rosalind yes, Elias can't", CONFIRMED, ASKED],
    ['yes for Rosalind but not Elias', CONFIRMED, ASKED],
    ['R', ASKED, ASKED],
    ['need another time', ASKED, ASKED],
    ["can't make it", ASKED, ASKED],
    ['no puedo ir', ASKED, ASKED],
    ['yes but can we do 3pm instead', ASKED, ASKED],
    ["I confirm I can't come", ASKED, ASKED],
    ["please cancel Elias's visit", 'scheduled//', 'scheduled//cancelAsked'],
    ['running 10 min late', 'scheduled//late', 'scheduled//late'],
    ['Is it confirmed?', UNCLEAR, UNCLEAR],
    ['who is this', UNCLEAR, UNCLEAR],
    ['not sure yet', UNCLEAR, UNCLEAR],
    ['yes?', UNCLEAR, UNCLEAR],
    ['Cant wait!', UNCLEAR, UNCLEAR],
  ])('%s waits for staff, and no machine answers it', async (body, ofRosalind, ofElias) => {
    const { from, rosalind, elias } = await replies.family()
    const { unreadCount, waitingSince, requestType } = await text(from, body)
    expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual([ofRosalind, ofElias])
    expect(await bodies(from)).toEqual([])
    expect([unreadCount, waitingSince]).toEqual([1, expect.any(String)])
    const isWork = [ofRosalind, ofElias].some((one) => /asked|cancelAsked/.test(one))
    expect(requestType).toBe(isWork ? 'appointment' : null)
  })

  test('CANCEL alone opts out, and both visits say that it may have meant them', async () => {
    const { from, rosalind, elias } = await replies.family()
    const { smsStatus } = await text(from, 'Cancel.')
    expect(smsStatus).toBe('opted_out')
    for (const id of [rosalind, elias]) expect(await replies.standing(id)).toBe('scheduled//saidCancel')
    expect(await bodies(from)).toHaveLength(1)
  })

  test('thanks alone say nothing about the visits', async () => {
    const { from, rosalind } = await replies.family()
    expect(await text(from, 'Thank you!')).toMatchObject({ unreadCount: 1 })
    expect(await replies.standing(rosalind)).toBe('scheduled//')
  })

  test('an emergency gets no answer and confirms nothing', async () => {
    const { from, rosalind } = await replies.family()
    expect(await text(from, 'Yes. I have chest pain')).toMatchObject({ unreadCount: 1 })
    expect(await replies.standing(rosalind)).toBe('scheduled//')
    expect(await bodies(from)).toEqual([])
  })
})

test('a reply is filed under the one patient whom it is about, and under nobody when it is about several', async () => {
  const { from, elias } = await replies.family()
  await text(from, "Elias can't come")
  await text(from, 'R')
  const filed = (await replies.thread(from)).filter(({ direction }) => direction === 'inbound')
  expect(filed.map(({ patient_id }) => patient_id)).toEqual([`p${elias}`, null])
})

describe('a text about Elias after a reminder about Rosalind alone', () => {
  const onlyRosalind = async () => {
    const family = await replies.family()
    await replies.store.query('delete from reminders where appointment_id = $1', [family.elias])
    return family
  }
  const filed = async (from: string) => (await replies.thread(from)).find(({ direction }) => direction === 'inbound')

  test.each(["Elias can't come", "Please cancel Elias's visit", 'Elias is running late', 'Elias needs a refill'])(
    '%s marks no visit, is unread and is filed under Elias',
    async (body) => {
      const { from, rosalind, elias } = await onlyRosalind()
      expect(await text(from, body)).toMatchObject({ unreadCount: 1 })
      expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual(['scheduled//', 'scheduled//'])
      expect(await filed(from)).toMatchObject({ patient_id: `p${elias}` })
    },
  )

  test('a yes for Rosalind beside it confirms her visit, is unread and is filed under nobody', async () => {
    const { from, rosalind } = await onlyRosalind()
    expect(await text(from, 'Rosalind yes, but Elias is ill')).toMatchObject({ unreadCount: 1 })
    expect(await replies.standing(rosalind)).toBe(CONFIRMED)
    expect(await filed(from)).toMatchObject({ patient_id: null })
  })
})

test.each([
  ['9:30 works', CONFIRMED, 'scheduled//'],
  ['He will be there', 'scheduled//', CONFIRMED],
  ['See you Friday at 10', 'scheduled//', CONFIRMED],
])('%s confirms only the visit that it fits', async (body, ofRosalind, ofElias) => {
  const { from, rosalind, elias } = await replies.family()
  expect(await text(from, body)).toMatchObject({ unreadCount: 0 })
  expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual([ofRosalind, ofElias])
})

test('a wish for another time keeps the patient’s own words', async () => {
  const { from, rosalind } = await replies.family()
  await text(from, "I can't make it, could I come next Tuesday at 2pm?")
  expect(await replies.row(rosalind)).toMatchObject({ reschedule: 'asked', reschedule_wish: 'next Tuesday at 2pm' })
})

test('a second confirmation changes nothing and is answered by nothing', async () => {
  const { from, rosalind } = await replies.family()
  await text(from, 'C')
  const before = await told('appointment.changed', rosalind)
  expect(await text(from, 'C')).toMatchObject({ unreadCount: 0, waitingSince: null })
  expect(await told('appointment.changed', rosalind)).toHaveLength(before.length)
  expect(await bodies(from)).toEqual([THANKS])
})

test('a confirmation leaves a conversation that waits, and one that is snoozed, as they are', async () => {
  const { from } = await replies.family()
  const waits = await text(from, 'Do you have parking?')
  expect(await text(from, 'C')).toMatchObject({
    unreadCount: 1,
    waitingSince: waits.waitingSince,
    status: waits.status,
  })
})

test('the event of the conversation shows the visit as it is confirmed, after the visit’s own event', async () => {
  const { from, rosalind, elias } = await replies.family()
  await replies.store.query('update patients set phone_number = null where id = $1', [`p${elias}`])
  const before = (await replies.events()).at(-1)?.seq ?? 0
  await text(from, 'Rosalind yes')
  const events = (await replies.changes(before)).map(
    ({ type, data }) => [type, data as Record<string, unknown>] as const,
  )
  const types = events.map(([type]) => type)
  expect(types.indexOf('appointment.changed')).toBeLessThan(types.indexOf('conversation.changed'))
  const conversation = events.find(([type]) => type === 'conversation.changed')?.[1]
  expect(conversation).toMatchObject({ patientId: `p${rosalind}`, appointment: { status: 'confirmed' } })
})

test('every other conversation of the patient shows the confirmed visit too', async () => {
  const { from, rosalind } = await replies.family()
  const other = `${from}9`
  await replies.text(other, 'Hello')
  await replies.store.query(`update conversations set patient_id = $1 where sender = $2`, [`p${rosalind}`, other])
  await text(from, 'C')
  expect(await replies.conversation(other)).toMatchObject({ appointment: { status: 'confirmed' }, unreadCount: 1 })
})

test('a text locks every conversation that its reply shows in the order of their ids', async () => {
  const older = '+15125559990'
  await text(older, 'Hello')
  const { from, rosalind } = await replies.family()
  await replies.store.query('update conversations set patient_id = $1 where sender = $2', [`p${rosalind}`, older])
  const arriving = await replies.store.database.write('o1', async (tx) => {
    await sql`select from conversations where sender = ${older} for update`.execute(tx)
    const arrives = text(from, 'C')
    await until(async () => {
      const waiting = await replies.store.query('select from pg_locks where not granted')
      return waiting.length > 0 || undefined
    })
    // The text waits for the first conversation, and so holds none after it.
    await sql`select from conversations where sender = ${from} for update nowait`.execute(tx)
    return { arrives }
  })
  await arriving.arrives
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
})

describe('who asked last', () => {
  test('YES of an opted-out number opts in and confirms nothing [T41]', async () => {
    const { from, rosalind } = await replies.family()
    await replies.text(from, 'STOP')
    expect(await text(from, 'YES')).toMatchObject({ smsStatus: 'subscribed' })
    expect(await replies.standing(rosalind)).toBe('scheduled//')
    expect(await text(from, 'YES')).toMatchObject({ smsStatus: 'subscribed' })
    expect(await replies.standing(rosalind)).toBe(CONFIRMED)
  })

  test('free words after a staff member’s text are unclear, and the answer that the reminder asks for counts', async () => {
    const { from, rosalind } = await replies.family()
    const { id: conversationId } = await text(from, 'Do you take my insurance?')
    const sent = await replies.ask('sendMessage', 'lena', { conversationId, message: 'May we send you a form?' })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    replies.pass(1000)
    await text(from, 'Yes please')
    expect(await replies.standing(rosalind)).toBe(UNCLEAR)
    await text(from, 'C')
    expect(await replies.standing(rosalind)).toBe(CONFIRMED)
  })

  test('a wish at one visit stays when a later reminder about another one is confirmed', async () => {
    const { from, rosalind, elias } = await replies.family()
    await text(from, "Rosalind can't come")
    await replies.remind(from, elias)
    await text(from, 'C')
    expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual([ASKED, CONFIRMED])
  })

  test('a reminder of a time from which the visit was moved, of two weeks ago, or that did not arrive asks nothing', async () => {
    const moved = await replies.family()
    await replies.store.query(
      `update appointments set starts_at = starts_at + interval '1 hour',
      ends_at = ends_at + interval '1 hour' where id = any($1)`,
      [[moved.rosalind, moved.elias]],
    )
    const old = await replies.family()
    await replies.store.query(`update reminders set created_at = created_at - interval '15 days' where address = $1`, [
      old.from,
    ])
    const failed = await replies.family()
    await replies.store.query(
      `update messages set status = 'undelivered' where id in (select message_id from reminders where address = $1)`,
      [failed.from],
    )
    for (const { from, rosalind } of [moved, old, failed]) {
      expect(await text(from, 'C')).toMatchObject({ unreadCount: 1 })
      expect(await replies.standing(rosalind)).toBe('scheduled//')
    }
  })
})

test('a reply to a reminder that named another doctor confirms nothing', async () => {
  const { from, rosalind, elias } = await replies.family()
  await replies.store.query(
    `update messages set body = 'Your visit with Dr. Amara Okafor. Reply C to confirm.'
     where id in (select message_id from reminders where address = $1)`,
    [from],
  )
  await replies.store.query(`insert into doctors (organization_id, id, first_name, last_name, name)
    values ('o1', 'doctor3', 'Ines', 'Sousa', 'Dr. Ines Sousa') on conflict do nothing`)
  const { appointmentDate: date, startTime: time } = (
    await replies.ask('appointmentOne', 'lena', { appointmentId: rosalind })
  ).body.data.appointment
  const change = { type: 'move', date, time, doctorId: 'doctor3' }
  const { status } = await replies.ask('changeAppointments', 'lena', { appointmentIds: [rosalind], change })
  expect(status).toBe(200)
  replies.pass(1000)
  expect(await text(from, 'C')).toMatchObject({ unreadCount: 0 })
  expect([await replies.standing(rosalind), await replies.standing(elias)]).toEqual(['scheduled//', CONFIRMED])
  // The doctor of the reminder has it again, as after an undo.
  await replies.store.query(`update appointments set doctor_id = 'doctor1' where id = $1`, [rosalind])
  await text(from, 'C')
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
})

test('a text that was written before the reminder left, and is found after it, answers nothing', async () => {
  const { from, rosalind } = await replies.family()
  const sentAt = replies.parts.clock.now()
  replies.pass(3_600_000)
  await replies.store.query(
    `update messages set handed_at = $2 where id in (select message_id from reminders where address = $1)`,
    [from, new Date(sentAt.getTime() + 1_800_000)],
  )
  await ingestText(replies.parts, 'o1', { sid: `SM${randomUUID()}`, from, body: 'Yes', media: [], sentAt })
  expect(await replies.standing(rosalind)).toBe('scheduled//')
  await text(from, 'Yes')
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
})

test('every reply is unclear when the clinic reads all of them itself', async () => {
  await replies.set({ read: false })
  const { from, rosalind } = await replies.family()
  expect(await text(from, 'C')).toMatchObject({ unreadCount: 1 })
  expect(await replies.standing(rosalind)).toBe(UNCLEAR)
})

describe('while the clinic is closed', () => {
  const CLOSED = 'We are closed. We answer tomorrow.'
  const week = Object.fromEntries(weekdays.map((day) => [day, [{ from: '22:00', to: '23:00' }]]))
  const closed = (enabled: boolean) =>
    replies.store.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', 'inbox', $1, 1)
       on conflict (organization_id, name) do update set value = excluded.value`,
      [
        JSON.stringify({
          ...inboxSetting.default,
          businessHours: { week, closedDays: [] },
          afterHours: { enabled, message: CLOSED },
        }),
      ],
    )
  beforeAll(() => closed(true))
  afterAll(() => closed(false))

  test('a confirmation gets its thanks alone, and a wish for another time is told that the clinic is closed', async () => {
    const confirms = await replies.family()
    await text(confirms.from, 'C')
    expect(await bodies(confirms.from)).toEqual([THANKS])
    const asks = await replies.family()
    await text(asks.from, 'R')
    expect(await bodies(asks.from)).toEqual([CLOSED])
    expect(await replies.standing(asks.rosalind)).toBe(ASKED)
  })

  test('an emergency is not told that the clinic is closed', async () => {
    const { from } = await replies.family()
    await text(from, 'R, I am on my way to the ER, he is not breathing')
    expect(await bodies(from)).toEqual([])
  })
})

test('no thanks are sent when the clinic has no words for them', async () => {
  await replies.set({ thanks: null })
  const { from, rosalind } = await replies.family()
  await text(from, 'C')
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
  expect(await bodies(from)).toEqual([])
})

test('a confirmation with a picture confirms, and staff look at it', async () => {
  const { from, rosalind } = await replies.family()
  const media = { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/m/1', MediaContentType0: 'image/png' }
  expect(await replies.text(from, 'C', media)).toMatchObject({ unreadCount: 1 })
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
})

test('a text that reconciliation finds late confirms without thanks, and nothing that was asked after it', async () => {
  const { from, rosalind, elias } = await replies.family()
  const sentAt = replies.parts.clock.now()
  replies.pass(3_600_000)
  await replies.remind(from, elias)
  await ingestText(replies.parts, 'o1', { sid: `SM${randomUUID()}`, from, body: 'C', media: [], sentAt })
  expect(await replies.standing(rosalind)).toBe(CONFIRMED)
  expect(await bodies(from)).toEqual([])
})

test('the same text that the carrier posts twice at once confirms once and is thanked for once', async () => {
  const { from, rosalind } = await replies.family()
  const form = { MessageSid: `SM${randomUUID()}`, From: from, To: CEDAR, Body: 'C', NumMedia: '0' }
  const posts = [1, 2, 3].map(() => replies.post('/api/inbox/webhooks/twilio/sms', form))
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await bodies(from)).toEqual([THANKS])
  expect(await bodies(from, 'inbound')).toEqual(['C'])
  expect(await told('appointment.changed', rosalind)).toHaveLength(1)
})

test('the visit is confirmed once when a staff member confirms it while the text arrives', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => replies.family()))
  await Promise.all(
    all.flatMap(({ from, rosalind }) => [
      text(from, 'C'),
      replies.ask('markConfirmed', 'lena', { appointmentId: rosalind }),
    ]),
  )
  for (const { rosalind } of all) {
    expect((await replies.row(rosalind)).status).toBe('confirmed')
    const { body } = await replies.ask('appointmentOne', 'lena', { appointmentId: rosalind })
    const kinds = body.data.history.map(({ change }: { change: { kind: string } }) => change.kind)
    expect(kinds.filter((kind: string) => kind === 'status')).toHaveLength(1)
  }
})

test('a text is stored, and unread, when noting its reply fails', async () => {
  const { from, rosalind } = await replies.family()
  await replies.store.query(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`)
  await replies.store.query(
    'create trigger refuse before update on appointments for each row execute function refuse()',
  )
  try {
    expect(await text(from, 'C')).toMatchObject({ unreadCount: 1 })
  } finally {
    await replies.store.query('drop trigger refuse on appointments')
  }
  expect(await replies.standing(rosalind)).toBe('scheduled//')
  expect(await bodies(from, 'inbound')).toEqual(['C'])
})
