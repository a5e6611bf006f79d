import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useToasterStore } from 'react-hot-toast/headless'
import { beforeEach, expect, test } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { CallError } from '../../../api/call-error.ts'
import type { Api } from '../../../api/client.ts'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { CannedDialog } from './canned-dialog.tsx'

// The dialog waits for its animations to end, and jsdom has none. It asks for them as soon as it is loaded.
Element.prototype.getAnimations ??= () => []
// Imported before the tests, so that none of them waits for a chunk.
await import('../../../ui/overlay-panel.tsx')

beforeEach(() => {
  stubBrowser()
})

const organizationId = 'org_cedar'

/** The dialog with an API that keeps canned messages. */
function open(refusal?: (name: string) => CallError | undefined) {
  let held: CannedMessage[] = [{ _id: 'k1', organizationId, title: 'Refill sent', message: 'It was sent.' }]
  const asked: { name: string; body: Record<string, unknown> }[] = []
  const api = (async (name: string, { body = {} }: { body?: Record<string, unknown> }) => {
    const refused = refusal?.(name)
    if (refused) throw refused
    if (name === 'cannedMessages') return { code: 'ok', data: held }
    asked.push({ name, body })
    const _id = String(body._id ?? `k${asked.length + 1}`)
    held = held.filter((one) => one._id !== _id)
    const data = { ...body, _id } as CannedMessage
    if (name !== 'removeCannedMessage') held = [...held, data]
    return { code: 'ok', data }
  }) as unknown as Api
  render(
    <ServicesContext value={{ api } as AppServices}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CannedDialog organizationId={organizationId} phone={false} onClose={() => undefined} />
        <Toasts />
      </QueryClientProvider>
    </ServicesContext>,
  )
  return { asked, user: userEvent.setup() }
}

function Toasts() {
  const { toasts } = useToasterStore()
  return toasts.map((one) => (
    <div key={one.id} data-testid={`toast-${one.type}`}>
      {typeof one.message === 'function' ? one.message(one) : one.message}
    </div>
  ))
}

test('canned dialog adds one, updates the list and shows a success toast [INBOX-04] [CALL-INBOX-17]', async () => {
  const { asked, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add canned message' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  screen.getByText('Give it a title')
  await user.type(screen.getByRole('textbox', { name: 'Title' }), ' Parking ')
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Behind the house.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Parking' })
  expect(asked).toEqual([
    { name: 'addCannedMessage', body: { organizationId, title: 'Parking', message: 'Behind the house.' } },
  ])
  expect(screen.getByTestId('toast-success').textContent).toBe('Canned message saved')
})

test('canned dialog shows words that would opt patients out, and saves the proposal [INBOX-04]', async () => {
  const { asked, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Refill sent' }))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  await user.clear(text)
  await user.type(text, 'Reply YES to book, STOP if you can’t come.')
  const alert = within(screen.getByRole('alert', { name: 'Wording' }))
  expect(alert.getAllByText(/^(YES|STOP)$/).map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['U', 'YES'],
    ['U', 'STOP'],
  ])
  expect(alert.getByText('YES from someone who opted out opts them in.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked).toEqual([])
  expect(text.getAttribute('aria-invalid')).toBe('true')
  await user.click(alert.getByRole('button', { name: 'Use this wording' }))
  expect(screen.queryByRole('alert', { name: 'Wording' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Reply BOOK to book, NO if you can’t come.')
  expect(asked[0]?.body).toMatchObject({ message: 'Reply BOOK to book, NO if you can’t come.' })
})

test('canned dialog changes one [INBOX-04] [CALL-INBOX-18]', async () => {
  const { asked, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Refill sent' }))
  await user.type(screen.getByRole('textbox', { name: 'Text' }), ' Ask them.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('It was sent. Ask them.')
  expect(asked[0]).toEqual({
    name: 'updateCannedMessage',
    body: { _id: 'k1', organizationId, title: 'Refill sent', message: 'It was sent. Ask them.' },
  })
})

test('canned dialog deletes one by its id and organization, and Undo restores it [INBOX-04] [CALL-INBOX-19]', async () => {
  const { asked, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Refill sent' }))
  await screen.findByText('“Refill sent” deleted')
  expect(screen.queryByRole('button', { name: 'Edit Refill sent' })).toBeNull()
  expect(asked[0]).toEqual({ name: 'removeCannedMessage', body: { _id: 'k1', organizationId } })
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await screen.findByRole('button', { name: 'Edit Refill sent' })
  expect(asked[1]?.name).toBe('addCannedMessage')
})

test('canned dialog keeps the typed text and marks the field when the title is taken [ERR-19]', async () => {
  const problem = { reason: 'conflict', message: 'There is one with this title.' }
  const { user } = open((name) =>
    name === 'addCannedMessage' ? new CallError('Failed to create canned message', 409, problem) : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Add canned message' }))
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Refill sent')
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('There is one with this title.')
  expect(screen.getByTestId('toast-error').textContent).toBe('Failed to create canned message')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Refill sent')
})

test('canned dialog keeps an entry and says why when it cannot be deleted or changed [ERR-20] [ERR-21]', async () => {
  const words = {
    removeCannedMessage: 'Failed to delete canned message',
    updateCannedMessage: 'Failed to update canned message',
  }
  const { user } = open((name) =>
    name in words ? new CallError(words[name as keyof typeof words], 404, null) : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Delete Refill sent' }))
  await screen.findByText('Failed to delete canned message')
  await user.click(screen.getByRole('button', { name: 'Edit Refill sent' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Failed to update canned message')
})
