import { forecastAutomation } from '@foyer/contracts/automations/try-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRuled, type Ruled } from '../engine.suite.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.clearTimes())

const now = () => clinic.parts.clock.now().getTime()

/** The hours until then, to the minute: the clock goes on. */
const hoursTo = (at: string | null | undefined) => Math.round((Date.parse(at ?? '') - now()) / 60_000) / 60

let visits = 0
const visit = (hours: number, status?: string) => clinic.visitIn(`visit${++visits}`, hours, status)

const NOTIFY = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'Look' }
const reminder = (trigger: object = {}, actions: readonly object[] = [NOTIFY]) => ({
  trigger: { kind: 'appointmentReminderDue', before: { n: 3, unit: 'hours' }, ...trigger },
  ...{ conditions: [], actions },
})
const ask = (fields: object, user = 'lena') => clinic.call('forecastAutomation', user, { ...fields })

async function forecast(fields: object) {
  const { status, body } = await ask(fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return forecastAutomation.reply.parse(body).data
}

test('forecast tells the starts of the first day, and the engine makes the same ones', async () => {
  await visit(2)
  await visit(3.5)
  await visit(4)
  await visit(4, 'confirmed')
  await visit(51)
  const told = await forecast(reminder())
  expect(told).toMatchObject({
    ...{ subject: 'appointment', starts: 2, held: 0, isWhole: true },
    ...{ texts: 0, firstTextAt: null, lastTextAt: null },
  })
  expect([hoursTo(told?.firstAt), hoursTo(told?.lastAt)]).toEqual([0.5, 1])
  await clinic.add(reminder())
  await clinic.sweep()
  clinic.pass(1.5 * HOUR_MS)
  await clinic.sweep()
  const runs = await clinic.runs()
  expect(runs.map(({ state }) => state)).toEqual(['done', 'done'])
})

test('forecast looks at later days when the conditions hold for none of today', async () => {
  await visit(4, 'confirmed')
  await visit(51)
  const told = await forecast(reminder())
  expect([told?.starts, hoursTo(told?.firstAt)]).toEqual([1, 48])
  const ofAll = await forecast(reminder({ unconfirmedOnly: false }))
  expect([ofAll?.starts, hoursTo(ofAll?.firstAt)]).toEqual([1, 1])
})

test('forecast tells nothing when no moment comes within a week', async () => {
  await visit(240)
  expect(await forecast(reminder())).toEqual({
    ...{ day: null, subject: null, starts: 0, held: 0, firstAt: null, lastAt: null },
    ...{ texts: 0, firstTextAt: null, lastTextAt: null, isWhole: true },
  })
})

test('forecast tells what is held when more start than an hour may have', async () => {
  await visit(3.5)
  await visit(4)
  await visit(6)
  const told = await forecast(reminder({ perHour: 1 }))
  expect([told?.starts, told?.held, hoursTo(told?.lastAt)]).toEqual([1, 2, 0.5])
  await clinic.add(reminder({ perHour: 1 }))
  await clinic.sweep()
  clinic.pass(1.1 * HOUR_MS)
  await clinic.sweep()
  clinic.pass(2 * HOUR_MS)
  await clinic.sweep()
  const states = (await clinic.runs()).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['done', 'held', 'held'])
})

test('forecast leaves out the visits that the automation was started for', async () => {
  await visit(3.5)
  const { _id } = await clinic.add(reminder())
  await clinic.sweep()
  clinic.pass(HOUR_MS)
  await clinic.sweep()
  expect(await clinic.runs()).toHaveLength(1)
  await visit(4)
  expect(await forecast({ ...reminder({ before: { n: 1, unit: 'hours' } }), _id })).toMatchObject({ starts: 1 })
  expect(await forecast(reminder({ before: { n: 1, unit: 'hours' } }))).toMatchObject({ starts: 2 })
})

test('forecast tells when the texts go out, after a wait', async () => {
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  await clinic.store.query('update conversations set waiting_since = $2 where id = $1', [id, new Date(now())])
  const text = { kind: 'sendSms', text: 'We read your text soon.' }
  const trigger = { kind: 'conversationWaiting', minutes: 30, officeHours: false }
  const wait = { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } }
  const actions = [wait, { ...text, sequence: 2 }]
  const told = await forecast({ trigger, conditions: [], actions })
  expect(told).toMatchObject({ subject: 'conversation', starts: 1, texts: 1 })
  expect([hoursTo(told?.firstAt), hoursTo(told?.firstTextAt)]).toEqual([0.5, 1.5])
})

test('forecast is none for a rule that starts by what happens, and changes nothing', async () => {
  await visit(3.5)
  const before = (await clinic.events()).length
  expect(await forecast({ trigger: { kind: 'appointmentBooked' }, conditions: [], actions: [NOTIFY] })).toBeNull()
  await forecast(reminder())
  expect((await clinic.events()).length).toBe(before)
  expect(await clinic.runs()).toEqual([])
})

test('forecast finds no automation of another organization, and needs an action [SEC-05]', async () => {
  const saved = await clinic.call('saveAutomation', 'omar', { organizationId: 'o2', name: 'Theirs', ...reminder() })
  const { _id } = saved.body.data
  const refused = await ask({ ...reminder(), _id })
  expect([refused.status, refused.body.reason]).toEqual([404, 'not_found'])
  const empty = await ask({ ...reminder(), actions: [] })
  expect([empty.status, empty.body.reason]).toEqual([400, 'not_valid'])
})
