/** The pages of uploads with a server that the test answers. */
import { type Import, type ImportRow, type Issue, importExample } from '@foyer/contracts/imports/imports.ts'
import { type IssueCode, issueCodes } from '@foyer/contracts/imports/issues.rules.ts'
import { act } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { KeyboardProvider } from '../src/app/keyboard-provider.tsx'
import { Component as ImportPage } from '../src/features/uploads/import-page.tsx'
import { Component as UploadsPage } from '../src/features/uploads/uploads-page.tsx'
import { answer } from './appointments-world.tsx'
import { showSettings } from './settings-world.tsx'

export const review: Import = {
  ...{ ...importExample, _id: 'imp1', blockedBy: [], version: 1 },
  columns: [
    { index: 0, header: 'PT_LAST', field: 'lastName', how: 'matched', sample: ['Abernathy'], erase: false },
    { index: 1, header: 'PT_FIRST', field: 'firstName', how: 'matched', sample: ['Joan'], erase: false },
    {
      ...{ index: 2, header: 'DOB', field: 'dob', how: 'matched', sample: ['04/02/1951'], erase: false },
      dateOrder: 'monthFirst',
    },
    { index: 3, header: 'CELL', field: 'phoneNumber', how: 'matched', sample: ['5125550173'], erase: false },
    { index: 4, header: 'ACCT#', field: 'mrn', how: 'matched', sample: ['118-9921'], erase: false },
    {
      ...{ index: 5, header: 'SMS_OK', field: 'textEnable', how: 'check', sample: ['Y', 'N'], erase: false },
      values: { Y: 'yes', N: 'no' },
    },
    { index: 6, header: 'NOTES2', field: null, how: 'left_out', sample: [], erase: false },
  ],
}

export const issue = (code: IssueCode, column: number | null, message: string, more: Partial<Issue> = {}): Issue => ({
  ...{ ...issueCodes[code], code, field: null, column, message, ...more },
})

export function row(
  row: number,
  cells: readonly string[],
  issues: readonly Issue[] = [],
  facts: Partial<ImportRow> = {},
) {
  const state = issues.some(({ level }) => level === 'error') ? 'error' : 'ready'
  const plan = { does: 'create', recordId: null, name: '', changes: [] } as const
  const made: ImportRow = {
    ...{ row, state, cells: [...cells], values: {}, issues: [...issues], decision: null, outcome: null },
    ...{ plan: { ...plan, changes: [] }, ...facts },
  }
  return made
}

export const wrongDate = row(
  47,
  ['Okonjo', 'Beatrice', '31/02/1962', '(512) 555-0155', '188-3301', 'Y', ''],
  [issue('no_such_date', 2, 'No such date')],
)
const wrongPhone = row(
  112,
  ['Petrov', 'Anton', '05/21/1979', '617-665-1000 Or 617-665-2000', '201-7745', 'Y', ''],
  [issue('two_numbers', 3, 'Two numbers', { offers: ['617-665-1000', '617-665-2000'] })],
)
export const otherMrn = row(
  640,
  ['Vasquez', 'Lidia', '12/12/1993', '(512) 555-0147', '204-8817', 'Y', ''],
  [
    issue('belongs_to_other', 4, 'MRN belongs to R. Carver', {
      records: [{ recordId: 'p1', name: 'Rosalind Carver' }],
    }),
  ],
)

type Answers = Parameters<typeof showSettings>[1]

/** Opens an address of the pages. The rows to fix are those that are given. */
export async function openUploads(address: string, answers: Answers = {}, told: Import = review) {
  const rows = [wrongDate, wrongPhone, otherMrn]
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="uploads/:kind" element={<UploadsPage />} />
        <Route path="uploads/:kind/:importId" element={<ImportPage />} />
        <Route path="appointments/upload" element={<UploadsPage />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    imports: () => answer([told]),
    importOne: () => answer(told),
    importRows: ({ query: { show, group } }) =>
      answer(show === 'errors' ? rows.filter(({ issues }) => !group || issues.some((one) => one.group === group)) : []),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}

/** An event of the import. */
export const told = (seq: number, facts: Partial<Import>) => ({
  ...{ seq, type: 'import.progress' },
  data: {
    ...review,
    ...facts,
    columns: (facts.columns ?? review.columns).map(({ sample: _, ...one }) => one),
    version: facts.version ?? seq,
  },
})
