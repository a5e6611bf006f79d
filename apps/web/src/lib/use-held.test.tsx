import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { useHeld } from './use-held.ts'

afterEach(cleanup)

function List({ has = true }: { has?: boolean }) {
  const { isHeld, handlers } = useHeld()
  return (
    <>
      <h1 tabIndex={-1}>{isHeld ? 'held' : 'free'}</h1>
      <div {...handlers}>{has && <button type="button">Row</button>}</div>
    </>
  )
}
const state = () => screen.getByRole('heading').textContent

test('useHeld holds the element while the pointer or the focus is in it', async () => {
  const user = userEvent.setup()
  render(<List />)
  expect(state()).toBe('free')
  await user.hover(screen.getByRole('button'))
  expect(state()).toBe('held')
  await user.unhover(screen.getByRole('button'))
  expect(state()).toBe('free')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button'))
  expect(state()).toBe('held')
  await user.tab()
  expect(state()).toBe('free')
})

test('useHeld lets go when the focused control is taken away', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<List />)
  await user.tab()
  expect(state()).toBe('held')
  rerender(<List has={false} />)
  expect(state()).toBe('free')
})
