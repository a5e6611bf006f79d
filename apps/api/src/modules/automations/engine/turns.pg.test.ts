import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000
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
  await clinic.store.query(`update patients set deceased = true where id = 'p3'`)
  await remind('orphan', [
    { sequence: 1, kind: 'sendSms', text: '{{firstName}}: see you soon.' },
    { sequence: 2, ...CALL, onlyIf: { holds: true, conditions } },
  ])
  await clinic.store.query(`update patients set deceased = false where id = 'p3'`)
  const [run] = await clinic.runs()
  expect(run?.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'opted_out'],
    ['done', null],
  ])
})

