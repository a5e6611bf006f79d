/** The outcomes of rows that an import has tried: what the store did, and not what the plan said. */
import type { Written } from '../import-target.ts'
import type { TriedRow } from './rows.store.ts'
import { issueAt, type ReadySheet } from './rules/check-row.rules.ts'
import type { SettledRow } from './rules/settle.rules.ts'

const OUTCOME = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const

export function triedRows(settled: readonly SettledRow[], { rows }: Written, sheet: ReadySheet): TriedRow[] {
  const ids = new Map(rows.map((one) => [one.row, one]))
  return settled.map((one) => {
    const { row, state, issues, plan, record, patient } = one
    if (state !== 'ready' || plan.does === 'refuse') return refused(one)
    const written = ids.get(row)
    if (!written) throw new Error(`Row ${row} was to be written, and nothing was said about it.`)
    const { recordId, patientId = null } = written
    if (recordId === null && plan.does === 'create') return refused(withoutPatient(one, sheet))
    return {
      ...{
        row,
        state: 'applied',
        outcome: OUTCOME[plan.does],
        issues,
        plan: { ...plan, recordId },
        recordId,
        patientId,
      },
      changes: { record: { ...record, recordId }, patient },
    }
  })
}

function refused({ row, issues, plan }: Pick<SettledRow, 'row' | 'issues' | 'plan'>): TriedRow {
  return { row, state: 'error', outcome: 'refused', issues, plan, recordId: null, patientId: null, changes: null }
}

/** An earlier row of the file brought the patient of the visit, who has another MRN by now. */
function withoutPatient({ row, issues, plan }: SettledRow, sheet: ReadySheet) {
  const message = 'Its patient is no longer there'
  const gone = issueAt(sheet, 'patientMrn', { code: 'no_such_record', message })
  return { row, issues: [...issues, gone], plan: { ...plan, does: 'refuse' as const, changes: [] } }
}
