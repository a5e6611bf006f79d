import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { MarkWords } from './column-cell.tsx'
import { markOf } from './columns.rules.ts'

/** On a phone the columns are only read. */
export function ReadColumns({ kind, columns }: { kind: ImportKind; columns: readonly ImportColumn[] }) {
  return (
    <>
      <p className="border-t border-line px-4 py-2 text-sm text-muted">Match columns on a wider screen.</p>
      <details className="border-t border-line text-sm">
        <summary className="cursor-pointer px-4 py-3 font-medium">Show the columns</summary>
        <dl aria-label="Columns of the file" className="divide-y divide-line border-t border-line">
          {columns.map((column) => (
            <div key={column.index} className="flex items-baseline justify-between gap-3 px-4 py-2">
              <dt className="narrow min-w-0 wrap-anywhere text-muted">
                <bdi>{column.header === '' ? 'No header' : column.header}</bdi>
              </dt>
              <dd className="flex min-w-0 flex-col items-end text-right">
                {column.field === null ? null : (fieldOf(kind, column.field)?.label ?? column.field)}
                <MarkWords {...markOf(column)} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
