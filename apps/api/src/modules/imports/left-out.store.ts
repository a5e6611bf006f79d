/** The rows that an import leaves out: those with errors, and those that were skipped or refused. */
import type { Issue } from '@foyer/contracts/imports/imports.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ImportId } from './imports.store.ts'

export interface LeftOut {
  readonly row: number
  /** As they came. */
  readonly cells: readonly string[]
  readonly isSkipped: boolean
  readonly issues: readonly Issue[]
}

export async function listLeftOut(
  tx: Tx,
  { organizationId, importId }: ImportId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    select row, cells, category = 'skipped' as "isSkipped", issues from import_rows
    where organization_id = ${organizationId} and import_id = ${importId} and row > ${after}
      and (category in ('error', 'skipped') or outcome = 'refused')
    order by row limit ${limit}`.execute(tx)
  return rows
}

/** The most cells that one of these rows has. */
export async function widestLeftOut(tx: Tx, { organizationId, importId }: ImportId): Promise<number> {
  const { rows } = await sql<{ widest: number | null }>`
    select max(jsonb_array_length(cells)) as widest from import_rows
    where organization_id = ${organizationId} and import_id = ${importId}
      and (category in ('error', 'skipped') or outcome = 'refused')`.execute(tx)
  return rows[0]?.widest ?? 0
}

/** Why the row is left out, in one line. */
export function problemWords({ isSkipped, issues }: Pick<LeftOut, 'isSkipped' | 'issues'>): string {
  if (isSkipped) return 'Skipped'
  return issues.flatMap(({ level, message }) => (level === 'error' ? [message] : [])).join('; ')
}
