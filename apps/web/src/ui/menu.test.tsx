import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { Menu } from './menu.tsx'
import { Select } from './select.tsx'

beforeEach(stubBrowser)

const user = userEvent.setup()

function menu() {
  const chosen = vi.fn()
  render(
    <Menu
      label="Actions"
      content="…"
      className=""
      entries={['Star', 'Close'].map((label) => ({ label, onSelect: () => chosen(label) }))}
    />,
  )
  return chosen
}

function select() {
  const chosen = vi.fn()
  const choices = ['open', 'resolved'].map((value) => ({ value, label: `The ${value}` }))
  render(<Select label="Status" value="open" choices={choices} onChange={chosen} />)
  return chosen
}

test('Menu opens with one click before its code is loaded, and another click chooses [DESIGN-13]', async () => {
  const chosen = menu()
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Close' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Close')
})

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'Menu opens with "%s" and works with arrows and Enter [DESIGN-13]',
  async (key) => {
    const chosen = menu()
    await user.tab()
    await user.keyboard(key)
    await screen.findByRole('menuitem', { name: 'Star' })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toHaveBeenCalledExactlyOnceWith('Close')
  },
)

test('Menu closes on Escape and returns the focus [DESIGN-13]', async () => {
  const chosen = menu()
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Star' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menuitem')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
  expect(chosen).not.toHaveBeenCalled()
})

test('Select shows its choice and takes another [DESIGN-13]', async () => {
  const chosen = select()
  await user.click(screen.getByRole('button', { name: 'Status: The open' }))
  const now = await screen.findByRole('option', { selected: true })
  expect(now.textContent).toBe('The open')
  await user.click(screen.getByRole('option', { name: 'The resolved' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('resolved')
})
