import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { DaySelect } from './day-select.tsx'
import type { Days } from './day-select-panel.tsx'

// The first test must not wait for the code of the calendar.
beforeAll(() => import('./day-select-panel.tsx'))
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TODAY = '2026-11-19'
const onChange = vi.fn<(days: Days) => void>()

function Shown() {
  const [days, setDays] = useState<Days>({ from: TODAY, to: TODAY })
  return (
    <DaySelect
      label="Dates"
      shown={`${days.from} to ${days.to}`}
      days={days}
      today={TODAY}
      presets={[{ label: 'Next 7 days', days: { from: TODAY, to: '2026-11-25' } }]}
      onChange={(next) => {
        onChange(next)
        setDays(next)
      }}
    />
  )
}

async function open() {
  onChange.mockReset()
  render(<Shown />)
  await userEvent.click(screen.getByRole('button', { name: `Dates: ${TODAY} to ${TODAY}` }))
  await screen.findByRole('dialog', { name: 'Dates' })
}
const day = (name: string) => screen.getByRole('button', { name: new RegExp(name) })

test('DaySelect chooses one day by a press, closes, and returns the focus', async () => {
  await open()
  await userEvent.click(day('November 24'))
  expect(onChange).toHaveBeenCalledWith({ from: '2026-11-24', to: '2026-11-24' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dates: 2026-11-24 to 2026-11-24')
})

test('DaySelect chooses several days with Shift, in both directions', async () => {
  await open()
  fireEvent.click(day('November 24'), { shiftKey: true })
  expect(onChange).toHaveBeenLastCalledWith({ from: TODAY, to: '2026-11-24' })
  await userEvent.click(screen.getByRole('button', { name: /^Dates:/ }))
  fireEvent.click(await screen.findByRole('button', { name: /November 10/ }), { shiftKey: true })
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-10', to: '2026-11-24' })
})

test('DaySelect takes typed bounds in order, and its presets', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-10' } })
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-10', to: '2026-11-10' })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-12' } })
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-12', to: '2026-11-12' })
  await userEvent.click(screen.getByRole('button', { name: 'Next 7 days' }))
  expect(onChange).toHaveBeenLastCalledWith({ from: TODAY, to: '2026-11-25' })
})
