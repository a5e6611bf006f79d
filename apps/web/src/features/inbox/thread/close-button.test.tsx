import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { CloseButton } from './close-button.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

const show = (offline = false) => {
  const onAct = vi.fn()
  render(<CloseButton userId="usr_lena" conversation={conversationExample} {...{ offline, onAct }} compact />)
  return onAct
}

test.each(['Resolved', 'Pending', 'Acknowledged'])(
  'close button closes with the status %s on a phone too [INBOX-07] [STATE-25]',
  async (status) => {
    const onAct = show()
    await userEvent.click(screen.getByRole('button', { name: 'Close conversation' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(status) }))
    expect(onAct).toHaveBeenCalledWith({
      ...{ kind: 'close', conversationId: conversationExample.id, status: status.toLowerCase() },
    })
  },
)

test('close button says on a phone that it does not work offline', () => {
  show(true)
  expect(screen.getByRole('button', { name: /Closing/ }).getAttribute('aria-disabled')).toBe('true')
})
