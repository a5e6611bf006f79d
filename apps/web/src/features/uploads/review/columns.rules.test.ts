import { type ImportColumn, importExample } from '@foyer/contracts/imports/imports.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { expect, test } from 'vitest'
import { changesOf, choicesFor, hasOptions, markOf, meaningsOf, withChanges } from './columns.rules.ts'

const { columns } = importExample
const [last, dob, sms, notes] = columns as [ImportColumn, ImportColumn, ImportColumn, ImportColumn]

test('choicesFor says which column gives a field already', () => {
  const labels = choicesFor('demographics', columns, notes).map(({ label }) => label)
  expect(labels.slice(0, 3)).toEqual(['Do not import', 'MRN', 'Last name (now PT_LAST)'])
  expect(choicesFor('demographics', columns, last)[2]?.label).toBe('Last name')
})

test('changesOf leaves out the column that gave the field before', () => {
  expect(changesOf(columns, 3, 'dob')).toEqual([
    { index: 3, field: 'dob' },
    { index: 1, field: null },
  ])
  expect(changesOf(columns, 3, null)).toEqual([{ index: 3, field: null }])
})

test('withChanges shows a choice before the server has answered', () => {
  const changed = withChanges(columns, [
    ...changesOf(columns, 3, 'dob'),
    { index: 2, field: 'textEnable', values: { Y: 'no' } },
  ])
  expect(changed.map(({ field, how }) => [field, how])).toEqual([
    ['lastName', 'matched'],
    [null, 'left_out'],
    ['textEnable', 'matched'],
    ['dob', 'matched'],
  ])
  expect(changed[2]?.values).toEqual({ Y: 'no' })
})

test.each([
  [last, 'Matched'],
  [{ ...last, how: 'remembered' as const }, 'Remembered'],
  [sms, 'Check'],
  [notes, 'Left out'],
  [{ ...dob, dateOrder: null }, 'Day or month?'],
  [{ ...dob, dateOrderAssumed: true as const }, 'Month first'],
])('markOf says of a column how sure it is: %#', (column, word) => {
  expect(markOf(column).word).toBe(word)
})

test('hasOptions of a column with dates, meanings or a value that may be erased', () => {
  expect([last, dob, sms, notes].map((column) => hasOptions('demographics', column))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('meaningsOf a field with a closed list', () => {
  const labels = (name: string) => {
    const field = fieldOf('demographics', name)
    return field && meaningsOf(field)?.map(({ label }) => label)
  }
  expect(labels('textEnable')).toEqual(['Not known', 'Yes', 'No'])
  expect(labels('gender')).toEqual(['Not known', 'Female', 'Male', 'Other', 'Unknown'])
  expect(labels('insuranceType')).toBeUndefined()
})
