import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { Rechecking } from '../edits.ts'
import { number } from '../import-words.rules.ts'
import { FirstRows } from './first-rows.tsx'

type ReadAs = Omit<Extract<Rechecking, { how: 'readAs' }>, 'how'>

interface ReadAsDrawerProps {
  told: Import
  open: boolean
  why: string | undefined
  onRead: (choice: ReadAs) => void
  onClose: () => void
}

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16, little-endian' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Windows (Western)' },
]
const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
]

/** Another sheet, header row, encoding or delimiter. */
export function ReadAsDrawer({ open, onClose, ...form }: ReadAsDrawerProps) {
  return (
    <Drawer open={open} title="How the file is read" onClose={onClose}>
      <ReadAsForm {...form} />
    </Drawer>
  )
}

function ReadAsForm({ told, why, onRead }: Omit<ReadAsDrawerProps, 'open' | 'onClose'>) {
  const [sheet, setSheet] = useState(told.sheet ?? '')
  const [encoding, setEncoding] = useState(told.encoding ?? 'utf-8')
  const [delimiter, setDelimiter] = useState(told.delimiter ?? ',')
  const [headerRow, setHeaderRow] = useState(String(told.headerRow ?? 1))
  const isText = told.delimiter !== null
  const line = Number(headerRow)
  const isWrong = !/^\d{1,7}$/.test(headerRow) || line < 1 || line > 1_048_576
  const choice: ReadAs = {
    ...(told.sheets.length > 0 && sheet !== '' && { sheet }),
    ...(isText && { encoding, delimiter }),
    // The header of another sheet is found anew, unless a row was chosen.
    ...((sheet === (told.sheet ?? '') || line !== told.headerRow) && { headerRow: line }),
  }
  return (
    <form
      aria-label="How the file is read"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined && !isWrong) onRead(choice)
      }}
      className="space-y-5 p-4"
    >
      {told.sheets.length > 0 && (
        <SelectField
          label="Sheet"
          value={sheet}
          choices={told.sheets.map(({ name, rows, hidden }) => ({
            value: name,
            label: `${name}, ${number(rows)} rows${hidden ? ', hidden' : ''}`,
          }))}
          onChange={setSheet}
          className="w-full"
        />
      )}
      <Field
        label="Header row"
        size="lg"
        inputMode="numeric"
        value={headerRow}
        help="The number that a spreadsheet program shows for it."
        error={isWrong ? 'Type the number of a row' : undefined}
        onChange={({ target }) => setHeaderRow(target.value)}
      />
      {isText && (
        <>
          <SelectField
            label="Encoding"
            value={encoding}
            choices={ENCODINGS}
            onChange={setEncoding}
            className="w-full"
          />
          <SelectField
            label="Delimiter"
            value={delimiter}
            choices={DELIMITERS}
            onChange={setDelimiter}
            className="w-full"
          />
        </>
      )}
      <FirstRows columns={told.columns} />
      <p className="text-sm text-muted">All rows are read and checked anew. What was fixed in them is lost.</p>
      <Button type="submit" kind="primary" size="lg" disabledReason={why}>
        Read again
      </Button>
    </form>
  )
}
