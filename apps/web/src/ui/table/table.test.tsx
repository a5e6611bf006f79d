import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { VirtuosoMockContext } from 'react-virtuoso'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import type { Column, Sort } from './columns.ts'
import { Table, type TableProps } from './table.tsx'
import { useSelection } from './use-selection.ts'

beforeEach(stubBrowser)
afterEach(() => void vi.unstubAllGlobals())

interface Visit {
  id: string
  time: string
  patient: string
}

const visits: Visit[] = [
  { id: 'v1', time: '8:00', patient: 'Walter Simmons' },
  { id: 'v2', time: '8:30', patient: 'Ingrid Halvorsen' },
  { id: 'v3', time: '9:00', patient: 'Dolores Quintana' },
  { id: 'v4', time: '9:30', patient: 'Miguel Santos' },
]

const columns: Column<Visit>[] = [
  { id: 'time', title: 'Time', cell: ({ time }) => time, sortable: true, stacked: 'lead' },
  { id: 'patient', title: 'Patient', cell: ({ patient }) => patient, sortable: true, stacked: 'title' },
  {
    id: 'acts',
    title: 'Actions',
    headless: true,
    stacked: 'action',
    cell: ({ patient }) => <button type="button">{`Remind ${patient}`}</button>,
  },
]

type Given = Partial<TableProps<Visit>> & { selectable?: boolean }

function Visits({ selectable = false, rows = visits, ...rest }: Given) {
  const selection = useSelection(rows.map(({ id }) => id))
  return (
    <>
      <Table
        label="Visits"
        idAttribute="data-visit-id"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ patient }) => patient}
        {...(selectable && { selection })}
        {...rest}
      />
      <p role="status">{[...selection.ids].join()}</p>
    </>
  )
}

const show = (given: Given = {}) => render(<Visits {...given} />)
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const selected = () => screen.getByRole('status').textContent

test('Table gives each column a header, each row its name and its id', () => {
  show()
  const table = screen.getByRole('table', { name: 'Visits' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual([...['Time', 'Patient', 'Actions']])
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(visits.map(({ patient }) => patient))
  expect(row('Walter').dataset.visitId).toBe('v1')
})

test('Table shows the sorted column, and a press reverses the order', async () => {
  function Sorted() {
    const [sort, setSort] = useState<Sort>({ by: 'time', descending: false })
    return <Visits sort={sort} onSort={setSort} />
  }
  render(<Sorted />)
  const sorts = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
  expect(sorts()).toEqual(['ascending', null, null])
  await userEvent.click(screen.getByRole('button', { name: 'Time' }))
  expect(sorts()).toEqual(['descending', null, null])
  await userEvent.click(screen.getByRole('button', { name: 'Patient' }))
  expect(sorts()).toEqual([null, 'ascending', null])
})

test('Table selects one row, a range with Shift, and all', async () => {
  show({ selectable: true })
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ingrid Halvorsen' }))
  expect(selected()).toBe('v2')
  expect(all.indeterminate).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Miguel Santos' }), { shiftKey: true })
  expect(selected()).toBe('v2,v3,v4')
  await userEvent.click(all)
  expect(selected()).toBe('v1,v2,v3,v4')
  expect(all.indeterminate).toBe(false)
  await userEvent.click(all)
  expect(selected()).toBe('')
})

test('Table deselects a row that leaves it', async () => {
  const { rerender } = show({ selectable: true })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  rerender(<Visits selectable rows={visits.slice(1)} />)
  expect(selected()).toBe('v2,v3,v4')
})

test('Table is one Tab stop; arrows, Home and End move, Enter opens', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  await userEvent.tab()
  expect(document.activeElement).toBe(row('Walter'))
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(row('Dolores'))
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(document.activeElement).toBe(row('Miguel'))
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(visits[3])
  await userEvent.keyboard('{Home}')
  expect(screen.getAllByRole('row').filter((one) => one.tabIndex === 0)).toEqual([row('Walter')])
})

test('Table selects by keyboard: Space one row, Shift with an arrow every row up to the next', async () => {
  show({ selectable: true })
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(row('Walter'))
  await userEvent.keyboard('{ArrowDown} ')
  expect(selected()).toBe('v2')
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selected()).toBe('v2,v3,v4')
})

test('Table leaves keys and presses to the controls of a row', async () => {
  const onOpen = vi.fn()
  show({ onOpen, selectable: true })
  const remind = screen.getByRole('button', { name: 'Remind Walter Simmons' })
  await userEvent.click(remind)
  await userEvent.keyboard('{Enter} {ArrowDown}')
  expect(document.activeElement).toBe(remind)
  expect([onOpen.mock.calls, selected()]).toEqual([[], ''])
  await userEvent.click(screen.getByText('Miguel Santos'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(visits[3])
})

test('Table has no Tab stop in its rows when nothing can be opened or selected', () => {
  show()
  expect(screen.getAllByRole('row').some((one) => one.hasAttribute('tabindex'))).toBe(false)
})

test('Table renders only the visible rows when it is long, counts all, and reaches the last one', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ id: `v${at}`, time: `${at}`, patient: `Patient ${at}` }))
  render(
    <VirtuosoMockContext value={{ viewportHeight: 400, itemHeight: 40 }}>
      <Visits rows={many} onOpen={() => undefined} />
    </VirtuosoMockContext>,
  )
  await vi.waitFor(() =>
    expect(screen.getByRole('row', { name: /Patient 3$/ }).getAttribute('aria-rowindex')).toBe('5'),
  )
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  expect(screen.getAllByRole('row').length).toBeLessThan(50)
  expect(screen.getAllByRole('columnheader')).toHaveLength(3)
})
