/** The matches of earlier files, by their headers. */
import { plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { Remembered } from './rules/columns.rules.ts'

/** By the header in plain form. */
export async function findMappings(
  tx: Tx,
  organizationId: string,
  kind: ImportKind,
  headers: readonly string[],
): Promise<Map<string, Remembered>> {
  const rows = await tx
    .selectFrom('import_mappings')
    .select(['header', 'field', 'meanings', 'date_order'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('header', '=', sql<string>`any(${headers.map(plainHeader)}::text[])`)
    .execute()
  return new Map(
    rows.map(({ header, field, meanings, date_order }) => [
      header,
      { field, ...(meanings && { values: meanings }), ...(date_order && { dateOrder: date_order }) },
    ]),
  )
}

/** The newest choice for a header counts. Sent without waiting. */
export function saveMappings(
  tx: Tx,
  organizationId: string,
  kind: ImportKind,
  choices: ReadonlyMap<string, Remembered>,
): void {
  if (choices.size === 0) return
  const rows = [...choices].map(([header, { field, values, dateOrder }]) => ({
    ...{ organization_id: organizationId, kind, header, field, date_order: dateOrder ?? null },
    meanings: values ? JSON.stringify(values) : null,
  }))
  sendUnawaited(
    tx,
    tx
      .insertInto('import_mappings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'kind', 'header']).doUpdateSet((row) => ({
          field: row.ref('excluded.field'),
          meanings: row.ref('excluded.meanings'),
          date_order: row.ref('excluded.date_order'),
        })),
      ),
  )
}
