import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { lockAutomations } from '../definitions.store.ts'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000
const MARK = { sequence: 2, kind: 'markRequest', requestType: 'billing' }
const WAIT = { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } }
const CALL = { kind: 'notifyStaff', to: 'supervisors', text: 'Call' }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clear()
  await clinic.store.query(`update appointments set status = 'cancelled'`)
})

const now = () => clinic.parts.clock.now().getTime()

/** A run that waits for an hour. */
async function wait() {
  const { _id } = await clinic.add({ trigger: { kind: 'conversationOpened' }, actions: [WAIT, MARK] })
  await clinic.text(clinic.phone(), 'Hello')
  await clinic.judge()
  expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'wait' }])
  return _id
}

/** A reminder for the second of the twins, in a conversation of their number that is linked to the first. */
async function remind(id: string, actions: readonly object[]) {
  await clinic.text('+15125550144', 'Hello')
  await clinic.store.query(`update conversations set patient_id = 'p3' where phone_number = '+15125550144'`)
  await clinic.visit(id, new Date(now() + 4 * HOUR_MS).toISOString(), { patientId: 'p4' })
  await clinic.store.query(`update appointments set timed_at = '2026-01-01' where id = $1`, [id])
  await clinic.add({ trigger: { kind: 'appointmentReminderDue', before: { n: 3, unit: 'hours' } }, actions })
  await clinic.sweep()
  clinic.pass(1.5 * HOUR_MS)
  await clinic.sweep()
}

test('a run goes on for the patient of its visit when the conversation of the number is linked to another one', async () => {
  await remind('twin', [WAIT, { sequence: 2, kind: 'sendSms', text: '{{firstName}} {{lastName}}: see you soon.' }])
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['done'])
  const texts = await clinic.store.query(`select body from messages where origin = 'automation'`)
  expect(texts).toEqual([{ body: 'Twin Two: see you soon.' }])
  expect(await clinic.store.query('select patient_id from automation_runs')).toEqual([{ patient_id: 'p4' }])
})

test('a run tells staff when a text is refused that its facts allowed', async () => {
  const conditions = [{ field: 'run.texted', operator: 'is', value: false }]
  await clinic.store.query(`update patients set deceased = true where id in ('p3', 'p4')`)
  await remind('orphan', [
    { sequence: 1, kind: 'sendSms', text: '{{firstName}}: see you soon.' },
    { sequence: 2, ...CALL, onlyIf: { holds: true, conditions } },
  ])
  await clinic.store.query(`update patients set deceased = false where id in ('p3', 'p4')`)
  const [run] = await clinic.runs()
  expect(run?.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'deceased'],
    ['done', null],
  ])
})

test('a run that waits ends with its automation although this is on again before the worker comes', async () => {
  const _id = await wait()
  for (const on of [false, true])
    expect((await clinic.call('switchAutomation', 'lena', { _id, on })).status, `on: ${on}`).toBe(200)
  expect(await clinic.goOn()).toEqual(['stopped'])
  expect(await clinic.runs()).toMatchObject([{ state: 'stopped', reason: 'switched_off', dueAt: null }])
})

test('a run that waits for the end of a pause goes on at its new end when the pause is shortened', async () => {
  await wait()
  const pause = async (hours: number) => {
    const until = new Date(now() + hours * HOUR_MS)
    expect((await clinic.call('pauseAutomations', 'lena', { until: until.toISOString() })).status).toBe(200)
    return until
  }
  const first = await pause(168)
  clinic.pass(HOUR_MS)
  expect(await clinic.goOn()).toEqual(['waiting'])
  expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'paused', dueAt: first }])
  const shorter = await pause(1)
  expect(await clinic.goOn()).toEqual(['waiting'])
  expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'paused', dueAt: shorter }])
  await pause(48)
  expect(await clinic.runs()).toMatchObject([{ dueAt: shorter }])
  await clinic.store.query('delete from automation_settings')
})

test('ten runs in a row whose turns after a wait fail stop their rule', async () => {
  const automationId = await wait()
  await clinic.store.query(`
    insert into automation_runs (organization_id, id, automation_id, number, cause_id, cause, subject_key, state, reason,
      steps, turn, next, could_text, message_ids, verdict, started_at, ended_at, version)
    select organization_id, id || n, automation_id, number, cause_id || n, cause, subject_key, 'failed', 'internal', steps,
      turn, next, could_text, message_ids, verdict, started_at - n * interval '1 minute', now(), version
    from automation_runs, generate_series(1, 9) as n`)
  clinic.pass(HOUR_MS)
  await clinic.store.query(`alter table automation_runs
    add constraint broken check (state in ('waiting', 'failed')) not valid`)
  try {
    expect(await clinic.goOn(5)).toEqual(['failed'])
  } finally {
    await clinic.store.query('alter table automation_runs drop constraint broken')
  }
  const { body } = await clinic.call('automation', 'lena', { automationId })
  expect(body.data).toMatchObject({ state: 'stopped', stoppedReason: 'failing' })
})

test('a member who switches an automation off waits for a run that goes on without the lock of the log', async () => {
  const _id = await wait()
  const { database } = clinic.parts
  const { heads, switched } = await database.write('o1', async (tx) => {
    await sql`select from automation_runs for update`.execute(tx)
    const switched = clinic.call('switchAutomation', 'lena', { _id, on: false })
    await until(async () => {
      const waiting = await clinic.store.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0 || undefined
    })
    const { rows } = await sql`
      select organization_id from organization_heads where organization_id = 'o1' for update skip locked`.execute(tx)
    return { heads: rows, switched: () => switched }
  })
  expect((await switched()).status).toBe(200)
  expect(heads).toEqual([{ organization_id: 'o1' }])
})

test('a run of an automation is written while a member changes the automation', async () => {
  const _id = await wait()
  const free = await clinic.parts.database.write('o1', async (tx) => {
    await lockAutomations(tx, 'o1', clinic.parts.clock.now())
    // The lock of the foreign key.
    return clinic.store.query('select id from automations for key share skip locked')
  })
  expect(free).toEqual([{ id: _id }])
})
