/** Random files of patients and visits on random stored ones: an import does as the dry run says, and done again it writes nothing. */
import type { Decision } from '@foyer/contracts/imports/imports.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits, type Visits } from '../../appointments/visits.suite.ts'
import type { ImportTarget } from '../../import-target.ts'
import type { EarlierRow } from '../../imports/rules/earlier-rows.rules.ts'
import { appointmentsTarget } from './appointments.target.ts'
import { demographicsTarget } from './demographics.target.ts'
import { dryRun, importRows } from './imports.suite.ts'

let clinic: Visits
beforeAll(async () => {
  clinic = await openVisits()
})
afterAll(() => clinic.close())

const of = (...cells: string[]) => fc.constantFrom('', ...cells)
const person = {
  lastName: of('Carver', 'CARVER', 'Lee', 'Péna', "O'Neil"),
  firstName: of('Ann', 'Bo'),
  dob: of('1/2/1950', '3/4/1960'),
  phoneNumber: of('512-555-0142', '5125550143'),
  email: of('a@b.test', 'A@B.Test'),
  insuranceType: of('Aetna'),
  textEnable: of('Y', 'N', 'N'),
}
const MRNS = ['1', '2', 'a', 'A']
const decided = fc.constantFrom(null, null, null, 'new' as const, { same: 'r1' }, { same: 'r2' })
const patientRow = fc.tuple(fc.record({ mrn: of(...MRNS), ...person }), decided)
const visitRow = fc.tuple(
  fc.record({
    ...{ patientMrn: of(...MRNS), ...person, appointmentId: of('V0', 'v0', 'V1') },
    ...{ appointmentDate: of('12/4/2026', '12/5/2026'), startTime: of('9:30', '10:00'), endTime: of('10:30') },
    ...{ providerName: of('Dr. Okafor', 'Okafor, Amara', 'Dr. Iris Bloom'), doctorNpi: of('1999900016', '1999900024') },
    ...{ appointmentStatus: of('confirmed', 'scheduled', 'cancelled'), location: of('Lamar') },
  }),
  decided,
)
const stored = fc.uniqueArray(
  fc.record({
    ...{ mrn: fc.constantFrom('1', '2', 'A', null), last: fc.constantFrom('Carver', 'Lee', 'Peña') },
    ...{ first: fc.constantFrom('Ann', 'Bo'), dob: fc.constantFrom('1950-01-02', '1960-03-04', null) },
    ...{ phone: fc.constantFrom('+15125550142', '+15125550143', null), email: fc.constantFrom('a@b.test', null) },
    ...{ isStopped: fc.boolean(), visit: fc.constantFrom('none', 'with ID', 'without ID') },
  }),
  { maxLength: 3, selector: ({ mrn }) => mrn },
)
type Stored = typeof stored extends fc.Arbitrary<infer Of> ? Of : never

/** The clinic with these patients alone. */
async function arrange(patients: Stored): Promise<void> {
  const { query } = clinic.store
  await query(`truncate external_visits, untold_visits, appointment_history, appointments, consents, consent_changes,
    conversation_history, conversations, patients cascade`)
  await query(`delete from doctors where organization_id = 'o1' and id not in ('doctor1', 'doctor2')`)
  for (const [at, { mrn, last, first, dob, phone, email, isStopped, visit }] of patients.entries()) {
    const id = `r${at + 1}`
    await query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, birthdate, phone_number, mrn, email)
       values ('o1', $1, $1, $2, $3, $4, $5, $6, $7)`,
      [id, first, last, dob, phone, mrn, email],
    )
    if (isStopped && phone !== null)
      await query(
        `insert into consents (organization_id, phone_number, sms_status) values ('o1', $1, 'opted_out')
         on conflict do nothing`,
        [phone],
      )
    if (visit === 'none') continue
    await clinic.visit(`visit-${id}`, '2026-12-04T15:30:00Z', { patientId: id })
    if (visit === 'with ID')
      await query(`insert into external_visits values ('o1', $1, $1, $2)`, [`v${at}`, `visit-${id}`])
  }
}

const first: Stored[number] = {
  ...{ mrn: '1', last: 'Carver', first: 'Ann', dob: null, phone: null, email: null, isStopped: false, visit: 'none' },
}

const CHUNK = 3
/** The rows of all files of a test that could be imported. */
let imported = 0

type Row = readonly [Readonly<Record<string, string>>, Decision | null]

async function compare(target: ImportTarget, rows: readonly Row[], matchBy: 'mrn' | 'person'): Promise<void> {
  const file = rows.map(([cells]) => cells)
  const decisions = Object.fromEntries(
    rows.flatMap(([, decision], at) => (decision === null ? [] : [[at + 2, decision]])),
  )
  const planned = await dryRun(clinic, target, file, { matchBy, decisions })
  const ready = planned.filter(({ state }) => state === 'ready')
  imported += ready.length
  const earlier = new Map<string, EarlierRow>()
  for (let start = 0; start < ready.length; start += CHUNK) {
    const chunk = ready.slice(start, start + CHUNK)
    const numbers = chunk.map(({ row }) => row)
    const cells = numbers.map((row) => file[row - 2] ?? {})
    const done = await importRows(clinic, target, cells, { matchBy, decisions, numbers, earlier })
    expect(done.rows.map(({ row, state, plan }) => [row, state, plan.does])).toEqual(
      chunk.map(({ row, plan }) => [row, 'ready', plan.does]),
    )
    expect(done.rows.every(({ recordId }) => recordId !== null)).toBe(true)
    for (const one of done.rows) for (const key of one.keys) if (!earlier.has(key)) earlier.set(key, one.asEarlier)
  }
  // Without the rows that were decided on, a row that differs from one of them counts itself.
  const isLedBy = (issues: readonly { readonly code: string }[]) =>
    Object.keys(decisions).length > 0 && issues.some(({ code }) => code === 'differs_from_row')
  const settled = ready
    .filter(({ row, issues }) => decisions[row] === undefined && !isLedBy(issues))
    .map(({ row }) => file[row - 2] ?? {})
  const before = await everything()
  for (const { plan } of await dryRun(clinic, target, settled, { matchBy }))
    expect(['unchanged', 'refuse']).toContain(plan.does)
  const again = await importRows(clinic, target, settled, { matchBy })
  expect(again.rows.every(({ plan }) => plan.does === 'unchanged' || plan.does === 'refuse')).toBe(true)
  expect(await everything()).toEqual(before)
}

async function everything(): Promise<unknown> {
  const tables = ['patients', 'appointments', 'external_visits', 'doctors', 'consents', 'consent_changes']
  return Promise.all(tables.map((table) => clinic.store.query(`select * from ${table} order by 1, 2, 3`)))
}

const RUNS = { numRuns: 20 }

test.each(['mrn', 'person'] as const)('an import of demographics by %s does as the dry run says', async (matchBy) => {
  const files = fc.asyncProperty(fc.array(patientRow, { maxLength: 9 }), stored, async (rows, patients) => {
    await arrange(patients)
    await compare(demographicsTarget, rows, matchBy)
  })
  imported = 0
  await fc.assert(files, RUNS)
  // Some files have no good row; that all are so would compare nothing.
  expect(imported).toBeGreaterThan(0)
})

test('an import of appointments does as the dry run says where a row differs from one that was decided on', async () => {
  const row = (cells: Readonly<Record<string, string>>, decision: Decision | null): Row => [
    { patientMrn: '1', appointmentDate: '12/5/2026', providerName: 'Dr. Okafor', ...cells },
    decision,
  ]
  await arrange([first])
  const rows = [row({ startTime: '10:00' }, { same: 'r1' }), row({ startTime: '9:30', lastName: 'Lee' }, null)]
  await compare(appointmentsTarget, rows, 'mrn')
})

test('an import of appointments does as the dry run says', async () => {
  const files = fc.asyncProperty(fc.array(visitRow, { maxLength: 9 }), stored, async (rows, patients) => {
    await arrange(patients)
    await compare(appointmentsTarget, rows, 'mrn')
  })
  imported = 0
  await fc.assert(files, RUNS)
  // Some files have no good row; that all are so would compare nothing.
  expect(imported).toBeGreaterThan(0)
})

test('a row without an end moves a visit and keeps its length', async () => {
  const minutes = fc.integer({ min: 5, max: 300 })
  const start = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom('00', '20', '45') })
  const moves = fc.asyncProperty(minutes, start, async (length, { hour, minute }) => {
    await arrange([{ ...first, visit: 'with ID' }])
    await clinic.store.query(`update appointments set ends_at = starts_at + make_interval(mins => $1)`, [length])
    const row = { appointmentId: 'v0', patientMrn: '1', appointmentDate: '12/4/2026', startTime: `${hour}:${minute}` }
    const [planned] = await dryRun(clinic, appointmentsTarget, [row])
    const [done] = (await importRows(clinic, appointmentsTarget, [row])).rows
    expect(done?.plan).toEqual(planned?.plan)
    const [stored] = await clinic.store.query<{ minutes: number; start: string }>(
      `select (extract(epoch from ends_at - starts_at) / 60)::int as minutes,
         to_char(starts_at at time zone 'America/Chicago', 'FMHH24:MI') as start from appointments`,
    )
    expect(stored).toEqual({ minutes: length, start: row.startTime })
  })
  await fc.assert(moves, RUNS)
})
