import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TabRow } from './tab-row.tsx'

afterEach(cleanup)

const entries = ['a', 'b', 'c'].map((value) => ({ value, content: value, className: '' }))

test('TabRow goes on from the focused tab while the caller has not applied the last choice yet', async () => {
  const onChange = vi.fn()
  render(<TabRow label="Tabs" entries={entries} value="a" onChange={onChange} />)
  screen.getByRole('tab', { name: 'a' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'c' }))
  expect(onChange.mock.calls).toEqual([['b'], ['c']])
  await userEvent.keyboard('{ArrowRight}{End}{Home}')
  expect(onChange.mock.calls.slice(2)).toEqual([['a'], ['c'], ['a']])
})
