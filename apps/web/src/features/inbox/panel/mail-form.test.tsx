import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { historyEntryExample } from '@foyer/contracts/inbox/history.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { now, ok, type RecordedCall, refused, showPanelPart, timezone } from '../../../../test/panel-world.tsx'
import { HistoryTab } from './history-tab.tsx'
import { MailForm } from './mail-form.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
})

const conversation: Conversation = { ...conversationExample, id: 'c1' }
const sent = () => ok({ _id: 'm1', type: 'email', conversationId: 'c1', status: 'queued' })

function open(
  answers: Record<string, (asked: RecordedCall) => unknown> = {},
  { offline = false, change = {} }: { offline?: boolean; change?: Partial<Conversation> } = {},
) {
  const onClose = vi.fn()
  const shown = showPanelPart(<MailForm conversation={{ ...conversation, ...change }} onClose={onClose} />, answers)
  if (offline) act(() => live().actor.send({ type: 'browser.offline' }))
  return { ...shown, onClose, user: userEvent.setup() }
}
const subject = () => screen.getByRole('textbox', { name: 'Subject' })
const message = () => screen.getByRole('textbox', { name: 'Message' })
const send = () => screen.getByRole('button', { name: 'Send email' })

test('mail form sends subject and message to the patient’s address once [NOTIF-01] [OPEN-082] [ENTITY-23]', async () => {
  const raised = vi.spyOn(toast, 'success')
  const { of, onClose, user } = open({ sendNotification: sent })
  screen.getByText('Rosalind Carver · rosalind.carver@patients.test', { exact: false })
  await user.type(subject(), ' Your visit ')
  await user.type(message(), 'Please bring the card.{Enter}Thank you ')
  await user.click(send())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(raised.mock.calls.map(([words]) => words)).toEqual(['E-mail to Rosalind Carver is on its way'])
  expect(of('sendNotification')).toMatchObject([
    {
      body: {
        ...{ type: 'email', organizationId: 'org_cedar', conversationId: 'c1' },
        ...{ email: 'rosalind.carver@patients.test', mailSubject: 'Your visit' },
        mailContent: 'Please bring the card.\nThank you',
      },
      idempotencyKey: expect.any(String),
    },
  ])
})

test('mail form sends nothing while a field is empty, and focuses the first empty one [NOTIF-01]', async () => {
  const { of, user } = open({ sendNotification: sent })
  await user.click(send())
  expect(document.activeElement).toBe(subject())
  screen.getByText('Enter a subject')
  await user.type(subject(), 'Your visit')
  await user.click(send())
  expect(document.activeElement).toBe(message())
  screen.getByText('Write the message')
  expect(of('sendNotification')).toEqual([])
})

test('mail form keeps the input after a failure, and the same mail keeps its key [NOTIF-01]', async () => {
  let tries = 0
  const { of, onClose, user } = open({
    sendNotification: () => (++tries < 3 ? refused('Failed to send the notification', 503) : sent()),
  })
  await user.type(subject(), 'Your visit')
  await user.type(message(), 'Hello')
  await user.click(send())
  expect((await screen.findByRole('alert')).textContent).toContain('What you entered is still here.')
  await user.click(send())
  await vi.waitFor(() => expect(of('sendNotification')).toHaveLength(2))
  await screen.findByRole('alert')
  await user.type(message(), ' again')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(send())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second, changed] = of('sendNotification')
  expect(second!.idempotencyKey).toBe(first!.idempotencyKey)
  expect(changed!.idempotencyKey).not.toBe(first!.idempotencyKey)
})

test.each([
  ['conflict', 409, 'address has changed'],
  ['rate_limited', 429, 'today’s email limit'],
  ['no_channel', 422, 'No e-mail service'],
])('mail form explains a refusal for %s [NOTIF-01]', async (reason, status, words) => {
  const { user } = open({ sendNotification: () => refused('Failed', status, { reason }) })
  await user.type(subject(), 'Your visit')
  await user.type(message(), 'Hello{Tab}')
  await user.click(send())
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

test('mail form is disabled while offline and says why [NOTIF-01]', async () => {
  const { of, user } = open({ sendNotification: sent }, { offline: true })
  await user.type(subject(), 'Your visit{Enter}')
  expect(send().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('status').textContent).toContain('You are offline.')
  expect(of('sendNotification')).toEqual([])
})

test('mail form says that there is no address [NOTIF-01]', () => {
  open({}, { change: { email: null } })
  screen.getByText('No e-mail address')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('history shows a sent mail, its text and its outcome [NOTIF-01]', async () => {
  const entry = { ...historyEntryExample, conversationId: 'c1', position: 1 }
  const change = { kind: 'email', mailId: 'm1', status: 'failed' } as const
  const mail = {
    ...{ _id: 'm1', email: 'rosalind@patients.test', mailSubject: 'Your visit', mailContent: 'Bring\nthe card.' },
    ...{ status: 'failed', failureReason: 'The address may be wrong.', userName: 'Lena Kim', createdAt: entry.at },
  }
  const { of } = showPanelPart(<HistoryTab {...{ conversation, now, timezone }} userId="usr_lena" />, {
    conversationHistory: () => ok([{ ...entry, by: null, change }]),
    mail: () => ok(mail),
  })
  await screen.findByText('The e-mail was not sent', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: /^Read the e-mail of / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'E-mail' }))
  await dialog.findByRole('heading', { name: 'Your visit' })
  dialog.getByText('Not sent. The address may be wrong.')
  dialog.getByText(/^Bring\s+the card\.$/)
  expect(of('mail')[0]!.query).toEqual({ organizationId: 'org_cedar', mailId: 'm1' })
})
