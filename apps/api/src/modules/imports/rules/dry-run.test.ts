/** The dry run is the import: random files and random stored patients, planned at once and then imported in chunks. */

import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import { addUp, counted, noCounts, noPlan, type PlanCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied } from './changes.rules.ts'
import type { ReadySheet, Values } from './check-row.rules.ts'
import { type CheckedRowOfFile, type EarlierRow, earlierRow } from './earlier-rows.rules.ts'
import { checkedRow, planAndSettle, sheetOf, timesOf } from './planning.suite.ts'
import type { SettledRow } from './settle.rules.ts'
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
    const hasKey = (one: StoredRecord, name: string) =>
      same(name, one.values) ||
      (name === 'patientMrn' && one.patient !== undefined && isChosen({ ...one, ...one.patient }))
    const withKey = (names: readonly string[] = ['']) =>
      this.records.map((one) => this.shown(one)).filter((one) => names.every((name) => hasKey(one, name)))
    const strong = withKey(key)
    const isWithout = ({ values: of }: StoredRecord) => typeof of[key?.[0] ?? ''] !== 'string'
    const byKey = strong.length > 0 ? strong : withKey(weaker).filter(isWithout)
    if (sheet.kind !== 'appointments') return { ...foundNothing, byKey }
    const patients = this.patients.filter(isMrn)
    const alike = this.patients.filter((one) => isPerson(one) || isChosen(one))
    return { ...foundNothing, byKey, patients, alike, consents: this.consents() }
  }

  consents(): Found['consents'] {
    return new Map([...this.optedOut].map((number) => [number, { textEnable: false, stoppedByPatient: true }]))
  }

  apply({ record, patient }: SettledRow, values: Values, sheet: ReadySheet): void {
    if (patient !== null) {
      const known = this.patients.find((one) => is(one.values.mrn, values.patientMrn))
      this.write(this.patients, { ...patient, recordId: patient.recordId ?? known?.recordId ?? null })
    }
    const written = this.write(sheet.kind === 'demographics' ? this.patients : this.records, record)
    if (sheet.kind === 'appointments' && written !== undefined) this.records[written] = this.visit(written)
  }

  /** Returns the place of the record that it wrote. */
  write(into: StoredRecord[], { recordId, isNew, changes }: SettledRow['record']): number | undefined {
    if (!isNew && changes.length === 0) return undefined
    this.written += 1
    const at = into.findIndex((one) => one.recordId === recordId)
    const before = into[at] ?? { recordId: `new${this.written}`, name: '', values: {} }
    const { textEnable, ...values } = applied(before.values, changes)
    if (textEnable === false) this.optedOut.add(String(values.phoneNumber))
    const place = at < 0 ? into.length : at
    into[place] = { ...before, values }
    return place
  }

  /** A visit has the MRN that its patient has now. */
  private shown(record: StoredRecord): StoredRecord {
    const owner = this.patients.find(({ recordId }) => recordId === record.patient?.recordId)
    return owner ? { ...record, values: { ...record.values, patientMrn: owner.values.mrn ?? null } } : record
  }

  /** A visit of the patient at this place. An ID that another visit has is left out. */
  book(at: number, { appointmentId = null, ...values }: Values): void {
    const { recordId, name, values: own } = this.patients[at]!
    const isGiven = this.records.some((one) => is(one.values.appointmentId, appointmentId))
    const id = isGiven ? null : appointmentId
    this.records.push({
      ...{ recordId: `v${at + 1}`, name, patient: { recordId, name } },
      values: { ...values, appointmentId: id, patientMrn: own.mrn ?? null, providerName: 'Dr. Okafor' },
    })
    this.records[this.records.length - 1] = this.visit(this.records.length - 1)
  }

  /** The record as a visit, which lasts half an hour if nobody says more. */
  private visit(at: number): StoredRecord {
    const record = this.records[at]!
    const { patientMrn, appointmentDate, startTime, endTime = halfAnHourAfter(startTime) } = record.values
    const owner = this.patients.find((one) => is(one.values.mrn, patientMrn))
    return {
      ...record,
      values: { ...record.values, endTime },
      patient: record.patient ?? { recordId: owner?.recordId ?? 'none', name: owner?.name ?? '' },
      times: timesOf([String(appointmentDate), String(startTime)], [String(appointmentDate), String(endTime)]),
    }
  }
}

function halfAnHourAfter(start: unknown): string {
  const [hour = 0, minute = 0] = String(start).split(':').map(Number)
  const end = hour * 60 + minute + 30
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':')
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
function compare(store: Store, rows: readonly CheckedRowOfFile[], sheet: ReadySheet, size = CHUNK): void {
  const planned = planAndSettle(rows, (row) => store.found(row, sheet), new Map(), sheet)
  const counts = planned.reduce(
    (so, { state, issues, plan }) => counted(so, { state, does: plan.does, hasWarning: issues.length > 0 }),
    { counts: noCounts, plan: noPlan },
  )
  expect(counts.counts.total).toBe(rows.length)
  expect(addUp(counts.counts, counts.plan)).toBe(true)
  const outcome = importReady(store, rows, planned, sheet, size)
  expect(outcome).toEqual(counts.plan)
  // Without the first row about a patient, which a person decided, a later one says other things.
  if (sheet.kind === 'appointments' && rows.some(({ decision }) => decision !== null)) return
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
  size = CHUNK,
): PlanCounts {
  const outcome = { ...noPlan }
  const earlier = new Map<string, EarlierRow>()
  const ready = rows.filter((_, at) => planned[at]?.state === 'ready')
  for (let start = 0; start < ready.length; start += size) {
    const chunk = ready.slice(start, start + size)
    const settled = planAndSettle(chunk, (row) => store.found(row, sheet), earlier, sheet)
    for (const [at, one] of settled.entries()) {
      const row = chunk[at]!
      expect(one.state, `row ${one.row}: ${JSON.stringify(one.issues)}`).toBe('ready')
      store.apply(one, row.values, sheet)
      outcome[one.plan.does as keyof PlanCounts] += 1
      for (const key of one.keys) if (!earlier.has(key)) earlier.set(key, earlierRow(row, one))
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
  email: of('a@b.test', 'A@B.Test', 'x'),
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
    email: fc.constantFrom('a@b.test', null),
  }),
  { maxLength: 4, selector: (one) => one.mrn },
)

/** A visit of each patient, in their order. */
const booked = fc.array(
  fc.record({
    appointmentId: fc.constantFrom('A1', 'A2', 'A3', null),
    ...{ appointmentDate: fc.constantFrom('2026-12-04', '2026-12-05'), startTime: fc.constantFrom('09:30', '10:00') },
    endTime: fc.constantFrom('10:10', '11:00'),
  }),
  { maxLength: 4 },
)

function storeWith(patients: readonly Values[], optedOut: readonly string[]): Store {
  const store = new Store()
  for (const [at, values] of patients.entries())
    store.patients.push({ recordId: `p${at + 1}`, name: String(values.lastName), values })
  for (const number of optedOut) store.optedOut.add(number)
  return store
}

function clinicWith(patients: readonly Values[], days: readonly Values[], optedOut: readonly string[]): Store {
  const store = storeWith(patients, optedOut)
  for (const [at, values] of days.entries()) if (at < patients.length) store.book(at, values)
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
  const decided = fc.constantFrom(null, null, { same: 'i0' }, { same: 'i1' })
  fc.assert(
    fc.property(fc.array(fc.tuple(cells, decided), { maxLength: 8 }), records, (file, payers) => {
      const store = new Store()
      for (const [at, values] of payers.entries()) store.records.push({ recordId: `i${at}`, name: values.name, values })
      compare(
        store,
        file.map(([named, decision], at) => checkedRow(sheet, at + 2, named, { decision })),
        sheet,
      )
    }),
    { numRuns: RUNS },
  )
})

const visits = sheetOf('appointments')
const visit = fc.record({
  appointmentId: of('A1', 'A2'),
  patientMrn: of('1', '2', '3'),
  appointmentDate: of('12/4/2026', '12/5/2026'),
  startTime: of('9:30', '10:00'),
  endTime: of('10:30'),
  providerName: of('Dr. Okafor'),
  appointmentStatus: of('confirmed', 'scheduled'),
})

test('an import of appointments does as the dry run says', () => {
  const decided = fc.constantFrom(null, null, 'new' as const, ...['p1', 'p1', 'p2', 'v1'].map((same) => ({ same })))
  const row = fc.tuple(visit, person, decided)
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), stored, booked, numbers, (file, patients, days, optedOut) => {
      const rows = file.map(([named, about, decision], at) =>
        checkedRow(visits, at + 2, { ...named, ...about }, { decision }),
      )
      compare(clinicWith(patients, days, optedOut), rows, visits)
    }),
    { numRuns: RUNS },
  )
})

test('an appointment whose patient or time a person chose is imported as the dry run says', () => {
  const decided = fc.constantFrom('p1', 'p2', 'v1', 'v2').map((same) => ({ same }))
  fc.assert(
    fc.property(visit, person, decided, stored, booked, (named, about, decision, patients, days) => {
      compare(clinicWith(patients, days, []), [checkedRow(visits, 2, { ...named, ...about }, { decision })], visits)
    }),
    { numRuns: RUNS },
  )
})

test('rows about a patient who gets an MRN are imported as the dry run says', () => {
  const cells = fc.record({
    ...{ patientMrn: of('1', '9'), appointmentId: of('A1', 'A2'), providerName: fc.constant('Dr. Okafor') },
    ...{ appointmentDate: fc.constantFrom('12/4/2026', ''), startTime: fc.constantFrom('9:30', '10:00', '') },
    ...{ lastName: of('Lee', 'Carver'), firstName: of('Ann'), dob: of('1/2/1950') },
  })
  const row = fc.tuple(cells, fc.constantFrom(null, null, { same: 'p1' }, { same: 'p1' }, { same: 'p2' }))
  const number = fc.constantFrom('9', null)
  const size = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), number, booked, size, (file, mrn, days, chunk) => {
      const lee = { lastName: 'Lee', firstName: 'Ann', dob: '1950-01-02' }
      const rows = file.map(([named, decision], at) => checkedRow(visits, at + 2, named, { decision }))
      compare(
        clinicWith(
          [
            { mrn, ...lee },
            { mrn: '2', ...lee },
          ],
          days,
          [],
        ),
        rows,
        visits,
        chunk,
      )
    }),
    { numRuns: RUNS * 5 },
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

const ann = {
  lastName: 'Lee',
  firstName: 'Ann',
  patientMrn: '1',
  providerName: 'Dr. Okafor',
  appointmentDate: '12/4/2026',
}
const clock = fc.record({ hour: fc.integer({ min: 0, max: 11 }), minute: fc.integer({ min: 0, max: 59 }) })
const cellOf = ({ hour, minute }: { hour: number; minute: number }) => `${hour}:${String(minute).padStart(2, '0')}`

test('a visit keeps its length when a row without an end moves it', () => {
  const length = fc.integer({ min: 1, max: 11 })
  fc.assert(
    fc.property(clock, length, clock, (first, hours, moved) => {
      const store = storeWith([{ mrn: '1', lastName: 'Lee', firstName: 'Ann' }], [])
      const booked = { ...ann, appointmentId: 'A1', startTime: cellOf(first) }
      const until = { hour: first.hour + hours, minute: first.minute }
      importReady(store, ...readyFile(store, [{ ...booked, endTime: cellOf(until) }]), visits)
      const file = readyFile(store, [{ ...booked, startTime: cellOf(moved) }])
      importReady(store, ...file, visits)
      const { startsAt, endsAt } = store.records[0]!.times!
      expect(endsAt.getTime() - startsAt.getTime()).toBe(hours * 3_600_000)
      expect(store.records[0]!.values.startTime).toBe(cellOf(moved).padStart(5, '0'))
    }),
  )
})

/** The rows, all of which can be imported, with their plan. */
function readyFile(store: Store, file: readonly Readonly<Record<string, string>>[]) {
  const rows = file.map((named, at) => checkedRow(visits, at + 2, named))
  const planned = planAndSettle(rows, (row) => store.found(row, visits), new Map(), visits)
  expect(planned.map(({ state, issues }) => [state, issues])).toEqual(rows.map(() => ['ready', []]))
  return [rows, planned] as const
}

test('a row plans the same whether it writes an e-mail address in capitals or not', () => {
  const sheet = sheetOf('demographics')
  const address = fc.tuple(fc.constantFrom('a@b.test', 'ann.lee@clinic.example'), fc.func(fc.boolean()))
  fc.assert(
    fc.property(address, mrn, stored, ([email, isUpper], number, patients) => {
      const store = storeWith(patients, [])
      const mixed = [...email].map((letter, at) => (isUpper(at) ? letter.toUpperCase() : letter)).join('')
      const [one, other] = [email, mixed].map((cell) => {
        const row = checkedRow(sheet, 2, { mrn: number, lastName: 'Lee', firstName: 'Ann', email: cell })
        return planAndSettle([row], (wanted) => store.found(wanted, sheet), new Map(), sheet)
      })
      expect(other).toEqual(one)
    }),
  )
})
