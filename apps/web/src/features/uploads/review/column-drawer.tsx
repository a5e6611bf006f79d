import type { DateOrder, ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { ColumnChange } from '../edits.ts'
import { meaningsOf } from './columns.rules.ts'

interface ColumnDrawerProps {
  kind: ImportKind
  column: ImportColumn | undefined
  why: string | undefined
  onChange: (change: ColumnChange) => void
  onClose: () => void
}

const UNDECIDED: readonly { readonly value: DateOrder | ''; readonly label: string }[] = [
  { value: '', label: 'Choose' },
  { value: 'monthFirst', label: 'Month first: 04/02 is April 2' },
  { value: 'dayFirst', label: 'Day first: 04/02 is February 4' },
]
const VALUE_MAX = 200

/** The choices of a column beside its field: the order of its dates, the meaning of its cells, the effect of empty cells. */
export function ColumnDrawer({ kind, column, why, onChange, onClose }: ColumnDrawerProps) {
  return (
    <Drawer open={column !== undefined} title={column ? `Column ${column.header}` : 'Column'} onClose={onClose}>
      {column && <ColumnForm {...{ kind, column, why, onChange }} />}
    </Drawer>
  )
}

function ColumnForm(props: Omit<ColumnDrawerProps, 'onClose'> & { column: ImportColumn }) {
  const { kind, column, why, onChange } = props
  const [order, setOrder] = useState<DateOrder | ''>(column.dateOrder ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>(column.values ?? {})
  const [erase, setErase] = useState(column.erase)
  const field = column.field === null ? undefined : fieldOf(kind, column.field)
  const meanings = field ? meaningsOf(field) : null
  const change: ColumnChange = {
    ...{ index: column.index, field: column.field, erase },
    ...(column.dateOrder !== undefined && order !== '' && { dateOrder: order }),
    ...(column.values !== undefined && { values }),
  }
  return (
    <form
      aria-label="Column"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined) onChange(change)
      }}
      className="space-y-5 p-4"
    >
      {column.dateOrder !== undefined && (
        <SelectField
          label="Order of dates"
          value={order}
          choices={column.dateOrder === null ? UNDECIDED : UNDECIDED.slice(1)}
          onChange={setOrder}
          className="w-full"
        />
      )}
      {column.values !== undefined && (
        <fieldset className="space-y-3">
          <legend className="text-sm font-medium">What its cells mean</legend>
          {Object.entries(values).map(([cell, meaning]) => {
            const set = (next: string) => setValues({ ...values, [cell]: next })
            return meanings ? (
              <SelectField
                key={cell}
                label={cell}
                value={meaning}
                choices={
                  meanings.some(({ value }) => value === meaning)
                    ? meanings
                    : [...meanings, { value: meaning, label: meaning }]
                }
                onChange={set}
                className="w-full"
              />
            ) : (
              <Field
                key={cell}
                label={cell}
                size="lg"
                value={meaning}
                maxLength={VALUE_MAX}
                onChange={({ target }) => set(target.value)}
              />
            )
          })}
        </fieldset>
      )}
      {field?.erasable && (
        <TickBox
          label="Empty cells erase"
          detail={`Where a cell is empty, the stored ${field.label.toLowerCase()} is removed.`}
          checked={erase}
          onChange={setErase}
        />
      )}
      <Button type="submit" kind="primary" size="lg" disabledReason={why}>
        Save and check all rows
      </Button>
    </form>
  )
}
