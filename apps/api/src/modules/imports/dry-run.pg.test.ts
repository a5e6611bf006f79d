/** The dry run is the import: random files beside random stored records, mended at random, and imported. */
import { addUp, outcomesAddUp } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import, ImportRow } from '@foyer/contracts/imports/imports.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type Imports, openImports, type UploadCall } from './imports.suite.ts'

/** The number of files of each kind. `npm run test:deep` raises it. */
const TRIES = Number(process.env.DRY_RUNS ?? 4)
/** Every run tries other files; the printed seed repeats a run. */
const FIRST_SEED = Number(process.env.DRY_RUN_SEED ?? Date.now() % 2 ** 30)
const TURNS = Array.from({ length: TRIES }, (_, nth) => nth)

let clinic: Imports
beforeAll(async () => {
  console.info(`${TRIES} random files of each kind: repeat them with DRY_RUN_SEED=${FIRST_SEED}`)
  clinic = await openImports()
})
afterAll(() => clinic.close())

const of = (...cells: string[]) => fc.constantFrom('', ...cells)
const mrn = of('204-8817', 'M77', '1', '2', '3', 'a', 'A')
const person = {
  'Last name': of('Carver', 'CARVER', 'Santos', 'Péna', 'pena'),
  'First name': of('Rosalind', 'Miguel', 'Bo'),
  DOB: of('03/14/1968', '1968-03-14', '1/2/1990', '31/02/1962'),
  Phone: of('512-555-0142', '(512) 555-0150', '5125550151', '555'),
  'E-mail': of('a@b.test', 'A@b.test', 'x'),
  Texting: of('Y', 'N', '?'),
}

interface Kind {
  readonly call: UploadCall
  readonly columns: Readonly<Record<string, fc.Arbitrary<string>>>
  readonly matchBy?: Import['matchBy']
}

const KINDS: Readonly<Record<string, Kind>> = {
  'demographics by MRN': { call: 'uploadDemographics', columns: { MRN: mrn, ...person } },
  'demographics by person': { call: 'uploadDemographics', columns: { MRN: mrn, ...person }, matchBy: 'person' },
  'insurance providers': {
    call: 'uploadInsuranceProviders',
    columns: { 'Payer ID': of('1', '2', '3'), Name: of('Aetna', 'aetna', 'Cigna', 'UHC'), Phone: of('512-555-0142') },
  },
  referrals: {
    call: 'uploadReferrals',
    columns: {
      MRN: mrn,
      'Referring provider': of('Dr. Bloom', 'dr. bloom', 'Dr. Lee'),
      Date: of('11/18/2026', '2026-11-18', '11/19/2026', '18.18.2026'),
      Reason: of('Knee pain', 'Back pain'),
    },
  },
  providers: {
    call: 'uploadProviders',
    columns: {
      NPI: of('1999900016', '1999900024', '1999900032', '1999900017'),
      'First name': of('Amara', 'Nils'),
      'Last name': of('Okafor', 'Sorensen'),
      Specialty: of('Family medicine', 'Cardiology'),
      Languages: of('English, Igbo', 'Danish'),
      Department: of('North', 'South'),
    },
  },
  appointments: {
    call: 'uploadAppointments',
    columns: {
      'Appointment ID': of('A1', 'A2', 'A3'),
      MRN: mrn,
      'Appointment date': of('12/04/2026', '12/05/2026'),
      'Start time': of('9:30', '10:00', '25:00'),
      Provider: of('Dr. Amara Okafor', 'Nils Sorensen'),
      Status: of('confirmed', 'scheduled', 'cancelled'),
      ...person,
    },
  },
}

/** At least one line has a cell, because a file without rows can not be read. */
const linesOf = (columns: Kind['columns']) =>
  fc
    .array(fc.tuple(...Object.values(columns)), { minLength: 1, maxLength: 14 })
    .filter((lines) => lines.some((cells) => cells.join('') !== ''))

describe.each(Object.entries(KINDS))('an import of %s', (name, { call, columns, matchBy }) => {
  test.each(TURNS)('does as its dry run says, file %i', async (turn) => {
    const seed = FIRST_SEED + turn
    // Every other file is mended; the others are imported twice.
    const isMended = turn % 2 === 0
    const [lines = []] = fc.sample(linesOf(columns), { seed: seed + name.length, numRuns: 1 })
    const headers = Object.keys(columns)
    const file = csv(headers, ...lines)
    let found = await clinic.review(call, file)
    expect(found.columns.map(({ field }) => field)).not.toContain(null)
    const { _id: importId } = found
    if (matchBy) {
      await clinic.ask('mapImport', { importId, columns: [], matchBy, remember: false })
      found = await clinic.until(importId, 'review')
    }
    if (isMended) found = await mendAtRandom(found, { seed, headers, columns })
    expect(addUp(found.counts, found.plan)).toBe(true)
    const planned = await clinic.rows(importId)
    if (found.counts.ready === 0) return void (await clinic.ask('discardImport', { importId }))
    const done = await clinic.run(found)
    const { create, update, unchanged } = found.plan
    expect(done.outcome).toEqual({ created: create, updated: update, unchanged, refused: 0 })
    expect(outcomesAddUp(done.outcome, found.counts.ready)).toBe(true)
    expect((await clinic.rows(importId)).map(did)).toEqual(planned.map(willDo))
    if (!isMended) await importsNothingAgain(call, file, { planned, matchBy })
  })
})

const OUTCOMES = { create: 'created', update: 'updated', unchanged: 'unchanged', refuse: null } as const

function willDo({ row, plan }: ImportRow) {
  return { row, outcome: OUTCOMES[plan?.does ?? 'refuse'], changes: plan?.changes }
}

function did({ row, outcome, plan }: ImportRow) {
  return { row, outcome, changes: plan?.changes }
}

interface Mending {
  readonly seed: number
  readonly headers: readonly string[]
  readonly columns: Kind['columns']
}

/** Mends rows a few times. Then a check of the whole file must find the same. */
async function mendAtRandom(found: Import, { seed, headers, columns }: Mending): Promise<Import> {
  const { _id: importId } = found
  // A line without a cell is no row, and only rows are mended.
  const rowsOfFile = (await clinic.rows(importId)).map(({ row }) => row)
  const one = fc.record({
    row: fc.constantFrom(...rowsOfFile),
    column: fc.nat({ max: headers.length - 1 }),
    cell: fc.oneof(...Object.values(columns)),
    what: fc.constantFrom('cell', 'cell', 'cell', 'skip', 'new'),
  })
  const rounds = fc.sample(fc.array(one, { minLength: 1, maxLength: 4 }), { seed, numRuns: 3 })
  for (const round of rounds) {
    const rows = [...new Map(round.map((mend) => [mend.row, mend])).values()].map(({ row, column, cell, what }) => ({
      row,
      ...(what === 'cell' && { cells: { [column]: cell } }),
      ...(what === 'skip' && { skip: true }),
      ...(what === 'new' && { decision: 'new' }),
    }))
    await clinic.ask('mendImportRows', { importId, rows })
  }
  const mended = [await clinic.find(importId), await clinic.rows(importId)] as const
  await clinic.store.query(
    `update imports set state = 'checking', checked_through = null, due_at = now() where id = $1`,
    [importId],
  )
  const checked = await clinic.until(importId, 'review')
  expect([mended[0].counts, mended[0].plan]).toEqual([checked.counts, checked.plan])
  expect(mended[1]).toEqual(await clinic.rows(importId))
  return checked
}

/** The imported rows are unchanged, and the refused ones may be refused again. */
async function importsNothingAgain(
  call: UploadCall,
  file: string,
  { planned, matchBy }: { readonly planned: readonly ImportRow[]; readonly matchBy: Kind['matchBy'] },
): Promise<void> {
  const { _id: importId } = await clinic.review(call, file)
  if (matchBy) {
    await clinic.ask('mapImport', { importId, columns: [], matchBy, remember: false })
    await clinic.until(importId, 'review')
  }
  const again = await clinic.rows(importId)
  for (const [at, { plan, row, issues }] of again.entries())
    if (planned[at]?.state === 'ready')
      expect(['unchanged', 'refuse'], `row ${row}: ${JSON.stringify([plan, issues])}`).toContain(plan?.does)
  await clinic.ask('discardImport', { importId })
}
