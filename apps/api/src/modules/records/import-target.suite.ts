/** Test setup: brings rows of named cells through the rules of imports and a target, as the import engine does. */
import type { FreshDatabase } from '../../../../../tests/support/postgres.ts'
import type { ImportTarget, Written } from '../import-target.ts'
import type { CheckedRowOfFile } from '../imports/rules/earlier-rows.rules.ts'
import { checkedRow, planAndSettle, sheetOf } from '../imports/rules/planning.suite.ts'
import type { SettledRow } from '../imports/rules/settle.rules.ts'
import { foundNothing } from '../imports/rules/stored.rules.ts'

export type Cells = Readonly<Record<string, string>>

export interface Brought extends Written {
  readonly settled: readonly SettledRow[]
}

export interface Bringing {
  /** Writes the rows that are ready, in one transaction. */
  write(rows: readonly Cells[], organizationId?: string): Promise<Brought>
  /** The stored side that the target finds for the rows. */
  find(rows: readonly Cells[], organizationId?: string): ReturnType<ImportTarget['find']>
}

export function bringing(target: ImportTarget, { database }: Pick<FreshDatabase, 'database'>): Bringing {
  const { kind } = target
  const sheet = sheetOf(kind)
  let made = 0
  const about = (organizationId: string) => ({ organizationId, matchBy: 'mrn', zone: 'America/Chicago' }) as const
  const checked = (rows: readonly Cells[]) => rows.map((cells, at) => checkedRow(sheet, at + 2, cells))
  return {
    async write(rows, organizationId = 'o1') {
      const wanted = checked(rows)
      return database.write(organizationId, async (tx) => {
        let settled: readonly SettledRow[] = []
        const now = new Date('2026-11-24T12:00:00Z')
        const newId = () => `${kind}-${organizationId}-${String(made++).padStart(4, '0')}`
        const work = { ...about(organizationId), importId: 'imp1', by: 'lena', now, newId, optOutSteps: [] }
        const written = await target.write(tx, work, wanted, async (found) => {
          const foundFor = (row: CheckedRowOfFile) => found[wanted.indexOf(row)] ?? foundNothing
          settled = planAndSettle(wanted, foundFor, new Map(), sheet)
          return settled.filter(({ state }) => state === 'ready').map((one) => toWrite(one, wanted))
        })
        return { ...written, settled }
      })
    },
    find: (rows, organizationId = 'o1') =>
      database.read(organizationId, (tx) => target.find(tx, about(organizationId), checked(rows))),
  }
}

function toWrite({ row, record, patient }: SettledRow, wanted: readonly CheckedRowOfFile[]) {
  const values = wanted.find((one) => one.row === row)?.values ?? {}
  return { row, values, record, patient }
}

export const does = ({ settled }: Brought) => settled.map(({ plan }) => plan.does)
export const messages = ({ settled }: Brought) => settled.flatMap(({ issues }) => issues.map(({ message }) => message))
