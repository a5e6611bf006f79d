import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../query-state.tsx'
import { LoadMore, Note, type NoteProps } from '../state-notes.tsx'
import type { PagedRows } from './paged-rows.ts'

interface FilteredPageProps<Row> {
  /** The accessible name of the filters. */
  label: string
  fields: ReactNode
  isFiltered: boolean
  /** The size of the fields, which the button beside them has too. */
  size?: 'md' | 'lg'
  onClear: () => void
  /** Why these filters are invalid; no rows are shown then. */
  wrong?: string | undefined
  help?: string
  rows: PagedRows<Row>
  /** "The audit" */
  what: string
  /** Shown when there are no rows without filters. */
  empty: NoteProps
  /** Shown when no row matches the filters. */
  unmatched: NoteProps
  children: (rows: readonly Row[]) => ReactNode
}

/** Shows filters, the matching rows, and a button for more. */
export function FilteredPage<Row>(props: FilteredPageProps<Row>) {
  const { label, fields, isFiltered, size = 'lg', onClear, wrong, help, rows, what, empty, unmatched, children } = props
  const nothing = isFiltered ? (
    <Note {...unmatched}>
      <Button onClick={onClear}>Show everything</Button>
    </Note>
  ) : (
    <Note {...empty} />
  )
  return (
    <>
      <form
        aria-label={label}
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-end gap-3 px-4 py-4 md:px-5"
      >
        {fields}
        {isFiltered && (
          <Button kind="ghost" size={size} icon={X} onClick={onClear}>
            Clear
          </Button>
        )}
        {wrong !== undefined && (
          <p role="alert" className="flex w-full items-center gap-1.5 text-sm text-bad-text">
            <CircleAlert aria-hidden size={15} className="shrink-0" />
            {wrong}
          </p>
        )}
        {help !== undefined && <p className="w-full text-xs text-subtle">{help}</p>}
      </form>
      {wrong === undefined && (
        <QueryState query={rows} what={what} rows={8} empty={nothing}>
          {(found) => (
            <>
              {children(found)}
              <LoadMore rows={rows} />
            </>
          )}
        </QueryState>
      )}
    </>
  )
}
