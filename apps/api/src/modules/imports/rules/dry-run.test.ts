/** The dry run is the import: random files and random stored patients, planned at once and then imported in chunks. */

import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import { addUp, counted, noCounts, noPlan, type PlanCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied } from './changes.rules.ts'
import type { ReadySheet, Values } from './check-row.rules.ts'
import { checkedRow, planAndSettle, sheetOf } from './planning.suite.ts'
import type { CheckedRowOfFile, EarlierRow, SettledRow } from './settle.rules.ts'
import { type Found, foundNothing, type StoredRecord } from './stored.rules.ts'

/** A store in memory that finds and writes as the owners of records do. */
class Store {
  readonly patients: StoredRecord[] = []
  readonly records: StoredRecord[] = []
  readonly optedOut = new Set<string>()
  written = 0

  found(row: CheckedRowOfFile, sheet: ReadySheet): Found {
    const { values, decision } = row
    const same = (name: string, one: Values) => is(one[name], values[name])
    const isPerson = (one: StoredRecord) => ['lastName', 'firstName', 'dob'].every((name) => same(name, one.values))
    const isMrn = (one: StoredRecord) => is(one.values.mrn, values.mrn ?? values.patientMrn)
    const isChosen = (one: StoredRecord) =>
      typeof decision === 'object' && decision !== null && one.recordId === decision.same
    if (sheet.kind === 'demographics') {
      const [own, other] = sheet.matchBy === 'mrn' ? [isMrn, isPerson] : [isPerson, isMrn]
      const byKey = this.patients.filter(own)
      const alike = this.patients.filter((one) => other(one) || isChosen(one))
      return { ...foundNothing, byKey, alike, consents: this.consents() }
    }
    const [key, weaker] = keysOfKind(sheet, values)
    const withKey = (names: readonly string[] = ['']) =>
      this.records.filter(({ values: of }) => names.every((name) => same(name, of)))
    const strong = withKey(key)
    const isWithout = ({ values: of }: StoredRecord) => typeof of[key?.[0] ?? ''] !== 'string'
    const byKey = strong.length > 0 ? strong : withKey(weaker).filter(isWithout)
    if (sheet.kind !== 'appointments') return { ...foundNothing, byKey }
    const patients = this.patients.filter(isMrn)
    return { ...foundNothing, byKey, patients, consents: this.consents() }
  }

  consents(): Found['consents'] {
    return new Map([...this.optedOut].map((number) => [number, { textEnable: false, stoppedByPatient: true }]))
  }

  apply({ record, patient }: SettledRow, values: Values, sheet: ReadySheet): void {
    const isPatients = sheet.kind === 'demographics'
    this.write(isPatients ? this.patients : this.records, record)
    if (patient === null) return
    const known = this.patients.find((one) => is(one.values.mrn, values.patientMrn))
    this.write(this.patients, { ...patient, recordId: patient.recordId ?? known?.recordId ?? null })
  }

  write(into: StoredRecord[], { recordId, isNew, changes }: SettledRow['record']): void {
    if (!isNew && changes.length === 0) return
    this.written += 1
    const at = into.findIndex((one) => one.recordId === recordId)
    const before = into[at] ?? { recordId: `new${this.written}`, name: '', values: {} }
    const { textEnable, ...values } = applied(before.values, changes)
    if (textEnable === false) this.optedOut.add(String(values.phoneNumber))
    into[at < 0 ? into.length : at] = { ...before, values }
  }
}

const is = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && foldName(one) === foldName(other)

function keysOfKind({ kind }: ReadySheet, values: Values): readonly (readonly string[])[] {
  const keys =
    kind === 'insuranceProviders'
      ? [['payerId'], ['name']]
      : [['appointmentId'], ['patientMrn', 'appointmentDate', 'startTime']]
  return keys.filter((key) => key.every((name) => typeof values[name] === 'string'))
}

/** Plans the whole file, then imports its ready rows in chunks, and compares. */
function compare(store: Store, rows: readonly CheckedRowOfFile[], sheet: ReadySheet): void {
  const planned = planAndSettle(rows, (row) => store.found(row, sheet), new Map(), sheet)
  const counts = planned.reduce(
    (so, { state, issues, plan }) => counted(so, { state, does: plan.does, hasWarning: issues.length > 0 }),
    { counts: noCounts, plan: noPlan },
  )
  expect(counts.counts.total).toBe(rows.length)
  expect(addUp(counts.counts, counts.plan)).toBe(true)
  const outcome = importReady(store, rows, planned, sheet)
  expect(outcome).toEqual(counts.plan)
  // Imported once, the same file changes nothing.
  const before = store.written
  const again = rows.filter((_, at) => planned[at]?.state === 'ready').map((row) => ({ ...row, decision: null }))
  const isSettled = (row: CheckedRowOfFile) => rows.find((one) => one.row === row.row)?.decision === null
  for (const { plan, row } of planAndSettle(
    again.filter(isSettled),
    (one) => store.found(one, sheet),
    new Map(),
    sheet,
  ))
    expect(['unchanged', 'refuse'], `row ${row}`).toContain(plan.does)
  expect(store.written).toBe(before)
}

const CHUNK = 3
const RUNS = 400

function importReady(
  store: Store,
  rows: readonly CheckedRowOfFile[],
  planned: readonly SettledRow[],
  sheet: ReadySheet,
): PlanCounts {
  const outcome = { ...noPlan }
  const earlier = new Map<string, EarlierRow>()
  const ready = rows.filter((_, at) => planned[at]?.state === 'ready')
  for (let start = 0; start < ready.length; start += CHUNK) {
    const chunk = ready.slice(start, start + CHUNK)
    const settled = planAndSettle(chunk, (row) => store.found(row, sheet), earlier, sheet)
    for (const [at, one] of settled.entries()) {
      const row = chunk[at]!
      expect(one.state, `row ${one.row}: ${JSON.stringify(one.issues)}`).toBe('ready')
      store.apply(one, row.values, sheet)
      outcome[one.plan.does as keyof PlanCounts] += 1
      for (const key of one.keys) if (!earlier.has(key)) earlier.set(key, { row: one.row, values: row.values })
    }
  }
  return outcome
}

const of = (...cells: string[]) => fc.constantFrom('', ...cells)
const person = fc.record({
  lastName: of('Carver', 'CARVER', 'Lee', 'Péna', 'pena'),
  firstName: of('Ann', 'Bo'),
  dob: of('1/2/1950', '1950-01-02', '3/4/1960', '31/02/1962'),
  phoneNumber: of('512-555-0142', '5125550143', '555'),
  email: of('a@b.test', 'A@b.test', 'x'),
  textEnable: of('Y', 'N', '?'),
})
const mrn = of('1', '2', '3', 'a', 'A')
const chosen = fc.constantFrom(null, null, null, 'new' as const, { same: 'p1' }, { same: 'p2' })
const extras = fc.record({ decision: chosen, isSkipped: fc.boolean().map((no) => no && false) })
const skipped = fc.record({ decision: chosen, isSkipped: fc.boolean() })

const stored = fc.uniqueArray(
  fc.record({
    mrn: fc.constantFrom('1', '2', '3', null),
    lastName: fc.constantFrom('Carver', 'Lee', 'Peña'),
    firstName: fc.constantFrom('Ann', 'Bo'),
    dob: fc.constantFrom('1950-01-02', '1960-03-04', null),
    phoneNumber: fc.constantFrom('+15125550142', '+15125550143', null),
  }),
  { maxLength: 4, selector: (one) => one.mrn },
)

function storeWith(patients: readonly Values[], optedOut: readonly string[]): Store {
  const store = new Store()
  for (const [at, values] of patients.entries())
    store.patients.push({ recordId: `p${at + 1}`, name: String(values.lastName), values })
  for (const number of optedOut) store.optedOut.add(number)
  return store
}

const numbers = fc.subarray(['+15125550142', '+15125550143'])

test.each<MatchBy>(['mrn', 'person'])('an import of demographics by %s does as the dry run says', (matchBy) => {
  const sheet = sheetOf('demographics', { matchBy })
  const row = fc.tuple(mrn, person, fc.oneof(extras, skipped))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 10 }), stored, numbers, (file, patients, optedOut) => {
      const rows = file.map(([number, cells, more], at) => checkedRow(sheet, at + 2, { mrn: number, ...cells }, more))
      compare(storeWith(patients, optedOut), rows, sheet)
    }),
    { numRuns: RUNS },
  )
})

test('an import of insurance providers does as the dry run says', () => {
  const sheet = sheetOf('insuranceProviders')
  const cells = fc.record({ payerId: of('1', '2'), name: of('Aetna', 'aetna', 'UHC'), phone: of('512-555-0142') })
  const records = fc.array(
    fc.record({ payerId: fc.constantFrom('1', '2', null), name: fc.constantFrom('Aetna', 'UHC') }),
    {
      maxLength: 3,
    },
  )
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 8 }), records, (file, payers) => {
      const store = new Store()
      for (const [at, values] of payers.entries()) store.records.push({ recordId: `i${at}`, name: values.name, values })
      compare(
        store,
        file.map((named, at) => checkedRow(sheet, at + 2, named)),
        sheet,
      )
    }),
    { numRuns: RUNS },
  )
})

test('an import of appointments does as the dry run says', () => {
  const sheet = sheetOf('appointments')
  const visit = fc.record({
    appointmentId: of('A1', 'A2'),
    patientMrn: of('1', '2', '3'),
    appointmentDate: of('12/4/2026', '12/5/2026'),
    startTime: of('9:30', '10:00'),
    providerName: of('Dr. Okafor'),
    appointmentStatus: of('confirmed', 'scheduled'),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(visit, person), { maxLength: 8 }), stored, numbers, (file, patients, optedOut) => {
      const rows = file.map(([named, about], at) => checkedRow(sheet, at + 2, { ...named, ...about }))
      compare(storeWith(patients, optedOut), rows, sheet)
    }),
    { numRuns: RUNS },
  )
})

test('a plan that was carried out plans nothing more, field by field', () => {
  const sheet = sheetOf('demographics')
  fc.assert(
    fc.property(mrn, person, stored, (number, cells, patients) => {
      const row = checkedRow(sheet, 2, { mrn: number, ...cells })
      const store = storeWith(patients, [])
      const [first] = planAndSettle([row], (one) => store.found(one, sheet), new Map(), sheet)
      if (first?.state !== 'ready') return
      store.apply(first, row.values, sheet)
      const [again] = planAndSettle([row], (one) => store.found(one, sheet), new Map(), sheet)
      expect(again?.plan).toMatchObject({ does: 'unchanged', changes: [] })
      expect(first.plan.changes.every(({ field }) => fieldOf('demographics', field) !== undefined)).toBe(true)
    }),
  )
})
