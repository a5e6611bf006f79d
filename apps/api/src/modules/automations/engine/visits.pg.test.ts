import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
const DAY_MS = 86_400_000
const BOOKED = { kind: 'appointmentBooked' }
const TEXT = { sequence: 1, kind: 'sendSms', text: 'You are booked.' }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.clear())

/** A Monday of more than a week ahead. */
function monday(): string {
  const day = new Date(clinic.parts.clock.now().getTime() + 8 * DAY_MS)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

async function book(patientId: string, time = '09:30'): Promise<string> {
  const fields = { patientId, doctorId: 'doctor1', date: monday(), time }
  const { status, body } = await clinic.ask('bookAppointment', 'lena', fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.appointmentId
}

test.each([
  ['cancelled', 'visit_cancelled', () => ({ type: 'status', status: 'cancelled' })],
  ['moved', 'visit_moved', () => ({ type: 'move', date: monday(), time: '11:30' })],
])('a visit that was %s before its booking is judged gets no text', async (_, reason, change) => {
  await clinic.add({ trigger: BOOKED, actions: [TEXT] })
  const id = await book('p1')
  const { status, body } = await clinic.ask('changeAppointments', 'lena', { appointmentIds: [id], change: change() })
  expect([status, body.data?.changed?.length], JSON.stringify(body)).toEqual([200, 1])
  await clinic.judge()
  expect(await clinic.runs()).toMatchObject([{ state: 'stopped', reason, steps: [] }])
  expect(await clinic.store.query(`select body from messages where origin = 'automation'`)).toEqual([])
})

test('a conversation that the text of one rule began is there for the next rule', async () => {
  await clinic.add({ trigger: BOOKED, actions: [TEXT] })
  const conditions = [{ field: 'conversation.status', operator: 'is', value: 'open' }]
  const note = { sequence: 1, kind: 'addNote', text: 'Booked online', mentions: [] }
  await clinic.add({ trigger: BOOKED, conditions, actions: [note] }, 'Second')
  await book('p2')
  await clinic.judge()
  expect((await clinic.runs()).map(({ steps }) => steps.map(({ outcome, reason }) => reason ?? outcome))).toEqual([
    ['done'],
    ['done'],
  ])
  const written = await clinic.store.query(
    `select m.body from messages as m join conversations as c on c.id = m.conversation_id
     where c.patient_id = 'p2' order by m.created_at`,
  )
  expect(written).toEqual([{ body: 'You are booked.' }, { body: 'Booked online' }])
})

describe('a cause that is given up', () => {
  const NOTIFY = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'Booked' }
  const outcomes = async () => (await clinic.runs()).map(({ state, reason }) => [state, reason])

  /** Two rules hear a booking of p3; the first locks the patient, which is allowed while the expression holds. */
  async function bookBehind(allowed: string, time?: string): Promise<void> {
    // The number is shared: the text names its patient.
    await clinic.add({ trigger: BOOKED, actions: [{ ...TEXT, text: '{{firstName}}: you are booked.' }] })
    await clinic.add({ trigger: BOOKED, actions: [NOTIFY] }, 'Second')
    await book('p3', time)
    await clinic.store.query(`create policy allowed on patients as restrictive for update using (${allowed})`)
  }
  afterEach(() => clinic.store.query('drop policy if exists allowed on patients'))

  test('fails the one rule whose patient is gone, and does what the other says', async () => {
    await bookBehind(`id <> 'p3'`)
    await expect(clinic.judge(1)).rejects.toMatchObject({ reason: 'not_found' })
    expect(await outcomes()).toEqual([])
    expect(await clinic.judge(4)).toBe('caught up')
    expect(await outcomes()).toEqual([
      ['failed', 'internal'],
      ['done', null],
    ])
  })

  test('is judged again when a statement of a rule takes too long', async () => {
    await clinic.store.query(`create sequence tries;
      create function in_time() returns boolean language plpgsql security definer as $$
        declare tried bigint := nextval('tries');
        begin
          if tried <= 2 then raise exception 'broken'; end if;
          if tried = 3 then raise exception 'too slow' using errcode = '57014'; end if;
          return true;
        end $$`)
    await bookBehind('in_time()', '11:30')
    await expect(clinic.judge(1)).rejects.toThrow('broken')
    await expect(clinic.judge(4)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(await outcomes()).toEqual([])
    expect(await clinic.judge(4)).toBe('caught up')
    expect(await outcomes()).toEqual([
      ['done', null],
      ['done', null],
    ])
  })
})
