import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
let phone = ''
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ANY_TEXT = { kind: 'inboundMessage', repeat: 'always' }
const THANKS = { sequence: 1, kind: 'sendSms', text: 'Thank you.' }
const BYE = { trigger: { kind: 'conversationClosed' }, actions: [{ sequence: 1, kind: 'sendSms', text: 'Bye' }] }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clear()
  phone = clinic.phone()
})

const reasons = async () => (await clinic.runs()).map(({ steps }) => steps[0]?.reason ?? null)

/** The patient writes, and the rules are judged. Returns the conversation's id. */
async function hear(body: string): Promise<string> {
  const { id } = await clinic.text(phone, body)
  await clinic.judge()
  return id
}

async function close(conversationId: string): Promise<void> {
  const closed = await clinic.call('closeConversation', 'lena', { conversationId, status: 'resolved' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  await clinic.judge()
}

/** Advances the clock to the next time of day in UTC. */
function passTo(hour: number): void {
  const now = clinic.parts.clock.now()
  const then = new Date(now)
  then.setUTCHours(hour, 0, 0, 0)
  clinic.pass((then.getTime() - now.getTime() + 24 * HOUR_MS) % (24 * HOUR_MS))
}

test('a number that got five automatic texts in ten minutes gets none for a day, and is unread', async () => {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
  for (let nth = 1; nth <= 5; nth++) {
    await hear(`Out of office ${nth}`)
    // Such as those of the closed clinic, which no budget counts.
    await clinic.store.query(`update messages set origin = 'answer' where origin = 'automation'`)
  }
  const { id } = await clinic.text(phone, 'Out of office 6')
  await clinic.call('updateLastSeen', 'lena', { conversationId: id })
  const unread = async () => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data.unreadCount
  expect(await unread()).toBe(0)
  await clinic.judge()
  expect(await reasons()).toEqual([null, null, null, null, null, 'machine'])
  expect(await unread()).toBeGreaterThan(0)
  clinic.pass(HOUR_MS)
  await hear('Out of office 7')
  expect((await reasons()).at(-1)).toBe('machine')
  clinic.pass(24 * HOUR_MS)
  await hear('Hello again')
  expect((await reasons()).at(-1)).toBeNull()
})

test('a number gets so many automatic texts in a day, and one more the next', async () => {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
  for (let nth = 1; nth <= 4; nth++) {
    await hear(`Text ${nth}`)
    clinic.pass(20 * MINUTE_MS)
  }
  expect(await reasons()).toEqual([null, null, null, 'over_budget'])
  clinic.pass(24 * HOUR_MS)
  await hear('Text 5')
  expect((await reasons()).at(-1)).toBeNull()
})

test('only the rule for emergencies answers what sounds like one', async () => {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
  const call = { sequence: 1, kind: 'sendSms', text: 'Please call 911.' }
  await clinic.add({ trigger: { kind: 'inboundMessage', intent: 'emergency' }, actions: [call] }, 'Emergencies')
  await hear('I have chest pain and can not breathe')
  expect(await reasons()).toEqual(['emergency', null])
})

const OPENED = {
  trigger: { kind: 'conversationOpened' },
  actions: [{ sequence: 1, kind: 'sendSms', text: 'Welcome.' }],
}

test('a rule for opened conversations does not text when an emergency opens one', async () => {
  await clinic.add(OPENED)
  await hear('I have chest pain and can not breathe')
  expect(await reasons()).toEqual(['emergency'])
})

test('rules of different kinds answer a text once', async () => {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
  await clinic.add(OPENED, 'Opened')
  await hear('Hello')
  expect((await reasons()).filter((reason) => reason !== null)).toEqual(['answered'])
})

test('a rule for opened conversations does not answer a text that comes late, nor one from before it was on', async () => {
  await clinic.add(OPENED)
  const written = async (minutes: number) => {
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.store.query(
      `update messages set created_at = created_at - make_interval(mins => $2) where conversation_id = $1`,
      [id, minutes],
    )
    await clinic.judge()
  }
  clinic.pass(HOUR_MS)
  await written(20)
  expect(await reasons()).toEqual(['late'])
  phone = clinic.phone()
  await written(3 * 60)
  expect(await reasons()).toEqual(['late'])
})

test('a rule starts again for the same conversation after its time, and not before', async () => {
  await clinic.add({
    trigger: { kind: 'inboundMessage' },
    actions: [{ ...THANKS, kind: 'notifyStaff', to: 'supervisors' }],
  })
  await hear('One')
  clinic.pass(14 * MINUTE_MS)
  await hear('Two')
  expect(await clinic.runs()).toHaveLength(1)
  clinic.pass(2 * MINUTE_MS)
  await hear('Three')
  expect(await clinic.runs()).toHaveLength(2)
})

test('a pause starts nothing, also of what came meanwhile', async () => {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
  const until = new Date(clinic.parts.clock.now().getTime() + HOUR_MS).toISOString()
  expect((await clinic.call('pauseAutomations', 'lena', { until })).status).toBe(200)
  await hear('While it is paused')
  expect(await clinic.runs()).toEqual([])
  expect((await clinic.call('pauseAutomations', 'lena', { until: null })).status).toBe(200)
  await clinic.judge()
  expect(await clinic.runs()).toEqual([])
  await hear('After the pause')
  expect(await reasons()).toEqual([null])
})

test('a pause starts no timed rule either, also of what came meanwhile', async () => {
  const trigger = { kind: 'appointmentReminderDue', before: { n: 3, unit: 'hours' } }
  await clinic.add({ trigger, actions: [THANKS] })
  await clinic.visitIn('paused', 4)
  await clinic.sweep()
  const until = new Date(clinic.parts.clock.now().getTime() + 2 * HOUR_MS).toISOString()
  expect((await clinic.call('pauseAutomations', 'lena', { until })).status).toBe(200)
  clinic.pass(1.5 * HOUR_MS)
  expect(await clinic.sweep()).toEqual(['swept'])
  expect(await clinic.runs()).toEqual([])
  expect((await clinic.call('pauseAutomations', 'lena', { until: null })).status).toBe(200)
  expect(await clinic.sweep()).toEqual(['swept'])
  expect(await clinic.runs()).toEqual([])
})

test('nothing is texted to a patient who asked for no more texts in plain words', async () => {
  await clinic.add(BYE)
  await close(await hear('please stop texting me'))
  expect(await reasons()).toEqual(['asked_to_stop'])
})

test('a text that nobody asked for waits for the morning, and goes then', async () => {
  await clinic.add(BYE)
  passTo(5)
  await close(await hear('Hello'))
  const [held] = await clinic.runs()
  expect(held).toMatchObject({ state: 'waiting', reason: 'quiet', steps: [] })
  clinic.pass((held?.dueAt?.getTime() ?? 0) - clinic.parts.clock.now().getTime() + MINUTE_MS)
  expect(await clinic.goOn()).toEqual(['done'])
  expect(await reasons()).toEqual([null])
})

test('a text that waits for the morning is not sent to a number that opted out at night', async () => {
  await clinic.add(BYE)
  passTo(5)
  await close(await hear('Hello'))
  const [held] = await clinic.runs()
  await clinic.text(phone, 'STOP')
  clinic.pass((held?.dueAt?.getTime() ?? 0) - clinic.parts.clock.now().getTime() + MINUTE_MS)
  expect(await clinic.goOn()).toEqual(['stopped'])
  expect(await clinic.runs()).toMatchObject([{ state: 'stopped', reason: 'opted_out', steps: [] }])
})

test('a text to a number that a family shares names its patient', async () => {
  const now = clinic.parts.clock.now().getTime()
  await clinic.text('+15125550144', 'Hello')
  const trigger = { kind: 'appointmentReminderDue', before: { n: 3, unit: 'hours' } }
  await clinic.add({ trigger, actions: [{ ...THANKS, text: 'See you soon.' }] })
  await clinic.add({ trigger, actions: [{ ...THANKS, text: '{{firstName}}: see you soon.' }] }, 'Named')
  await clinic.visit('twin', new Date(now + 4 * HOUR_MS).toISOString(), { patientId: 'p4' })
  await clinic.store.query(`update appointments set timed_at = '2026-01-01' where id = 'twin'`)
  await clinic.sweep()
  clinic.pass(1.5 * HOUR_MS)
  await clinic.sweep()
  expect((await reasons()).toSorted()).toEqual([null, 'shared_number'].toSorted())
})
