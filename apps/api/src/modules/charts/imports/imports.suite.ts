/** Test setup: carries out an import of rows as the engine does with a chunk, against a real store. */
import { randomUUID } from 'node:crypto'
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { Decision } from '@foyer/contracts/imports/imports.ts'
import { expect, vi } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { NamingClient } from '../../../db/statement-names.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { seams } from '../../../modules.ts'
import { openVisits, type Visits } from '../../appointments/visits.suite.ts'
import type { ImportTarget, ImportWork, Values, WantedRow } from '../../import-target.ts'
import { type EarlierRow, earlierRow } from '../../imports/rules/earlier-rows.rules.ts'
import { checkedRow, planAndSettle, sheetOf } from '../../imports/rules/planning.suite.ts'
import type { SettledRow } from '../../imports/rules/settle.rules.ts'

type Cells = Readonly<Record<string, string>>

export interface Imported {
  /** In the order of the rows. */
  readonly rows: readonly (SettledRow & {
    readonly recordId: string | null
    readonly patientId: string | null
    readonly values: Values
    /** As later rows of the file find it. */
    readonly asEarlier: EarlierRow
  })[]
  readonly does: readonly string[]
  /** The first seq of the log after the import. */
  readonly before: number
}

interface Options {
  readonly organizationId?: string
  readonly matchBy?: MatchBy
  readonly decisions?: Readonly<Record<number, Decision>>
  /** The numbers of the rows; by default those of a file whose header is in row 1. */
  readonly numbers?: readonly number[]
  readonly earlier?: ReadonlyMap<string, EarlierRow>
  /** Runs in the transaction after the target has written. */
  readonly after?: (tx: Tx) => Promise<unknown>
  readonly zone?: string
  readonly database?: Database
}

/** Imports the rows in one transaction and returns what became of them. */
export async function importRows(
  { parts, events }: Pick<Visits, 'parts' | 'events'>,
  target: ImportTarget,
  named: readonly Cells[],
  options: Options = {},
): Promise<Imported> {
  const { organizationId = 'o1', matchBy = 'mrn', decisions = {}, earlier = new Map() } = options
  const { numbers = named.map((_, at) => at + 2) } = options
  const { zone = 'America/Chicago', after = async () => undefined, database = parts.database } = options
  const before = (await events()).at(-1)?.seq ?? 0
  const sheet = sheetOf(target.kind, { matchBy, zone })
  const checked = named.map((cells, at) => {
    const row = itemAt(numbers, at)
    return checkedRow(sheet, row, cells, { decision: decisions[row] ?? null })
  })
  const work: ImportWork = {
    ...{ organizationId, matchBy, zone, importId: 'imp', by: 'lena', now: parts.clock.now() },
    ...{ optOutSteps: seams.optOutSteps, newId: randomUUID },
  }
  const wanted: WantedRow[] = checked.map(({ row, values, decision }) => ({ row, values, decision }))
  let settled: SettledRow[] = []
  let plans = 0
  const written = await database.write(organizationId, async (tx) => {
    plans = 0
    const result = await target.write(tx, work, wanted, async (found) => {
      plans += 1
      settled = planAndSettle(checked, (row) => itemAt(found, checked.indexOf(row)), earlier, sheet)
      const isReady = (at: number) => settled[at]?.state === 'ready'
      return checked.flatMap(({ row, values }, at) => {
        const { record, patient } = itemAt(settled, at)
        return isReady(at) ? [{ row, values, record, patient }] : []
      })
    })
    await after(tx)
    // The engine appends what rows caused with the event of its progress, and here is none.
    const told = result.changes.filter((change) => !('causes' in change))
    await appendEvents(tx, { organizationId, at: work.now }, told)
    return result
  })
  expect(plans).toBe(1)
  const ids = new Map(written.rows.map((one) => [one.row, one]))
  const rows = settled.map((one, at) => ({
    ...one,
    recordId: ids.get(one.row)?.recordId ?? null,
    patientId: ids.get(one.row)?.patientId ?? null,
    values: itemAt(checked, at).values,
    asEarlier: earlierRow(itemAt(checked, at), one),
  }))
  return { rows, does: rows.map(({ plan }) => plan.does), before }
}

/** The plan of rows as the dry run shows it, without a lock or a write. */
export async function dryRun(
  { parts }: Pick<Visits, 'parts'>,
  target: ImportTarget,
  named: readonly Cells[],
  { organizationId = 'o1', matchBy = 'mrn', zone = 'America/Chicago', decisions = {} }: Options = {},
): Promise<SettledRow[]> {
  const sheet = sheetOf(target.kind, { matchBy, zone })
  const checked = named.map((cells, at) => checkedRow(sheet, 2 + at, cells, { decision: decisions[2 + at] ?? null }))
  const found = await parts.database.read(organizationId, (tx) =>
    target.find(tx, { organizationId, matchBy, zone }, checked),
  )
  return planAndSettle(checked, (row) => itemAt(found, checked.indexOf(row)), new Map(), sheet)
}

/** Ends the import as the engine does. */
export async function endImport({ parts }: Pick<Visits, 'parts'>, target: ImportTarget): Promise<void> {
  const at = parts.clock.now()
  await parts.database.write('o1', async (tx) => {
    const entries = await target.ended?.(tx, { organizationId: 'o1', importId: 'imp', now: at })
    await appendEvents(tx, { organizationId: 'o1', at }, entries ?? [])
  })
}

function itemAt<Of>(list: readonly Of[], at: number): Of {
  const item = list[at]
  if (item === undefined) throw new Error('A row is missing.')
  return item
}

/** The number of statements that the work sends. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(NamingClient.prototype, 'send')
  try {
    await work()
    return sent.mock.calls.length
  } finally {
    sent.mockRestore()
  }
}

export const carver = { mrn: '204-8817', lastName: 'Carver', firstName: 'Rosalind', dob: '03/14/1968' }
export const lee = { mrn: 'N1', lastName: 'Lee', firstName: 'Ann', dob: '1/2/1950', phoneNumber: '(512) 555-0199' }

/** A clinic whose patients are imported. Its log has moved before, as the import's own events move it. */
export async function openPatients() {
  const clinic = await openVisits()
  await clinic.text('+15125550149', 'Hello')
  const { store, events } = clinic
  return {
    ...clinic,
    async patient(id: string) {
      const columns = '*, birthdate::text, version::int'
      const [row] = await store.query<Record<string, unknown>>(`select ${columns} from patients where id = $1`, [id])
      if (!row) throw new Error('The patient is missing.')
      return row
    },
    count: async (from: string) =>
      Number((await store.query<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n),
    typesAfter: async (seq: number) => (await events(seq)).map(({ type }) => type),
  }
}
export type Patients = Awaited<ReturnType<typeof openPatients>>
