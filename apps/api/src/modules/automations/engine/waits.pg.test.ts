import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CEDAR } from '../../clinic.suite.ts'
import { createTextIntake } from '../../texting/text-intake.ts'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000
const MARK = { kind: 'markRequest', requestType: 'billing' }
const OPENED = { trigger: { kind: 'conversationOpened' } }
const WAIT = { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.clear())

/** A run that waits for an hour, and its conversation. */
async function wait(actions: readonly object[] = [{ sequence: 2, ...MARK }]) {
  const { _id } = await clinic.add({ ...OPENED, actions: [WAIT, ...actions] })
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  await clinic.judge()
  expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'wait' }])
  return { automationId: _id, conversationId: id }
}
const requestType = async (conversationId: string) =>
  (await clinic.call('conversation', 'lena', { conversationId })).body.data.requestType

test('a run goes on after its wait, once, and tells of it', async () => {
  const { conversationId } = await wait()
  expect(await clinic.goOn()).toEqual([])
  clinic.pass(HOUR_MS)
  const before = (await clinic.events()).at(-1)?.seq ?? 0
  expect(await clinic.goOn()).toEqual(['done'])
  expect(await clinic.goOn()).toEqual([])
  expect(await requestType(conversationId)).toBe('billing')
  expect(await clinic.runs()).toMatchObject([{ state: 'done', dueAt: null, steps: [{ kind: 'wait' }, MARK_DONE] }])
  const told = (await clinic.events(before)).filter(({ type }) => type === 'automation.run')
  expect(told).toMatchObject([{ data: { state: 'done', counts: { waiting: 0 } } }])
})

const MARK_DONE = { kind: 'markRequest', outcome: 'done' }

test('a run sees that the patient replied while it waited', async () => {
  const conditions = [{ field: 'run.replied', operator: 'is', value: false }]
  await wait([{ sequence: 2, ...MARK, onlyIf: { holds: true, conditions } }])
  const [row] = await clinic.store.query<{ number: string }>(
    `select phone_number as number from conversations order by created_at desc limit 1`,
  )
  clinic.pass(HOUR_MS / 2)
  await clinic.text(row?.number ?? '', 'Never mind')
  clinic.pass(HOUR_MS)
  await clinic.goOn()
  expect((await clinic.runs())[0]?.steps).toMatchObject([{ kind: 'wait' }, { outcome: 'skipped' }])
})

test.each([
  ['switched_off', 'switchAutomation', { on: false }],
  ['removed', 'removeAutomation', {}],
] as const)('a run that waits is stopped when its automation is %s', async (reason, call, fields) => {
  const { automationId, conversationId } = await wait()
  const { status } = await clinic.call(call, 'lena', { _id: automationId, ...fields })
  expect(status).toBe(200)
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['stopped'])
  expect(await requestType(conversationId)).toBeNull()
  expect((await clinic.runs()).map((run) => [run.state, run.reason])).toEqual([['stopped', reason]])
})

test('a run that waits is stopped when the patient opts out and in again', async () => {
  const { conversationId } = await wait([
    { sequence: 2, kind: 'sendSms', text: 'How are you?' },
    { sequence: 3, ...MARK },
  ])
  const [row] = await clinic.store.query<{ number: string }>(
    'select phone_number as number from conversations where id = $1',
    [conversationId],
  )
  for (const word of ['STOP', 'START']) {
    clinic.pass(HOUR_MS / 4)
    await clinic.text(row?.number ?? '', word)
  }
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['stopped'])
  expect((await clinic.runs()).map((run) => [run.state, run.reason])).toEqual([['stopped', 'opted_out']])
  expect(await requestType(conversationId)).toBeNull()
})

test('a run that waits is stopped when an opt-out from before it is taken in late and taken back', async () => {
  const { conversationId } = await wait([{ sequence: 2, kind: 'sendSms', text: 'How are you?' }])
  const [row] = await clinic.store.query<{ number: string }>(
    'select phone_number as number from conversations where id = $1',
    [conversationId],
  )
  const from = row?.number ?? ''
  const sentAt = new Date(clinic.parts.clock.now().getTime() - 60_000)
  clinic.pass(HOUR_MS / 4)
  await createTextIntake(clinic.parts)(CEDAR, { sid: 'SMlatestop', from, body: 'STOP', media: [], sentAt })
  clinic.pass(HOUR_MS / 4)
  await clinic.text(from, 'START')
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['stopped'])
  expect((await clinic.runs()).map((run) => [run.state, run.reason])).toEqual([['stopped', 'opted_out']])
})

test('a held run is done when staff release it after the patient opts out and in again', async () => {
  const trigger = { kind: 'conversationOpened', perHour: 1 }
  const { _id } = await clinic.add({ trigger, actions: [{ sequence: 1, kind: 'sendSms', text: 'Hi' }] })
  await clinic.text(clinic.phone(), 'Hello')
  const phone = clinic.phone()
  await clinic.text(phone, 'Hello')
  await clinic.judge()
  expect((await clinic.runs()).map(({ state }) => state)).toEqual(['done', 'held'])
  for (const word of ['STOP', 'START']) {
    clinic.pass(HOUR_MS / 4)
    await clinic.text(phone, word)
  }
  expect((await clinic.call('releaseAutomation', 'lena', { _id, decision: 'run' })).status).toBe(200)
  expect(await clinic.goOn()).toEqual(['done'])
})

test('a run is missed when its time was more than two hours ago', async () => {
  const { conversationId } = await wait()
  clinic.pass(4 * HOUR_MS)
  expect(await clinic.goOn()).toEqual(['missed'])
  expect(await clinic.runs()).toMatchObject([{ state: 'missed', reason: 'late', dueAt: null }])
  expect(await requestType(conversationId)).toBeNull()
})

test('a run whose turn fails again and again is given up, and tells whom its automation names', async () => {
  await wait()
  clinic.pass(HOUR_MS)
  const told = async () => (await clinic.store.query(`select from staff_notices where kind = 'automation'`)).length
  const before = await told()
  await clinic.store.query(`alter table automation_runs
    add constraint broken check (state in ('waiting', 'failed')) not valid`)
  try {
    await expect(clinic.goOn(4)).rejects.toThrow()
    expect(await clinic.goOn(5)).toEqual(['failed'])
  } finally {
    await clinic.store.query('alter table automation_runs drop constraint broken')
  }
  expect(await clinic.runs()).toMatchObject([{ state: 'failed', reason: 'internal', dueAt: null }])
  expect(await told()).toBe(before + 1)
})

test('a run that waits goes on after a pause', async () => {
  await wait()
  await clinic.store.query(
    `insert into automation_settings (organization_id, paused_until, version) values ('o1', $1, 0)`,
    [new Date(clinic.parts.clock.now().getTime() + 3 * HOUR_MS)],
  )
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['waiting'])
  expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'paused' }])
  clinic.pass(3 * HOUR_MS)
  expect(await clinic.goOn()).toEqual(['done'])
  await clinic.store.query('delete from automation_settings')
})
