import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('Button keeps its name and ignores clicks while it is busy', async () => {
  const press = vi.fn()
  render(
    <Button busy onClick={press}>
      Send
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(press).not.toHaveBeenCalled()
})

test('Button can be focused, says why it is disabled and does nothing, also in a form', async () => {
  const submit = vi.fn()
  render(
    <form onSubmit={submit}>
      <Button type="submit" disabledReason="You are offline">
        Close
      </Button>
    </form>,
  )
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByText('You are offline')).toBeDefined()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(submit).not.toHaveBeenCalled()
})
