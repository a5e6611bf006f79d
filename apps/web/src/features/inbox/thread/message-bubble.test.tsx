import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Bubble } from '../composer/composer.rules.ts'
import { MessageBubble, PendingBubble } from './message-bubble.tsx'

function show(change: Partial<Message> = {}) {
  const message = { ...messageExample, ...change }
  const { container } = render(
    <MessageBubble message={message} name="Rosalind Carver" timezone="America/Chicago" userId="usr_lena" />,
  )
  return container.textContent ?? ''
}
const mine = { direction: 'outbound', user: 'usr_lena', userName: 'Lena Kim' } as const

const failed: Bubble = {
  key: 'key-1',
  text: 'See you Thursday',
  files: [],
  mentions: [],
  about: null,
  draftRevision: null,
  private: false,
  at: '2026-11-19T15:14:00.000Z',
  state: 'failed',
  reason: 'Failed to send message',
  seenVersion: 7,
  after: 7,
}

function showPending(change: Partial<Bubble> = {}) {
  const hands = { onRetry: vi.fn(), onRemove: vi.fn() }
  render(<PendingBubble bubble={{ ...failed, ...change }} timezone="America/Chicago" {...hands} />)
  return hands
}

test('bubble shows the patient’s text and its time in the zone of the organization [INBOX-16]', () => {
  expect(show()).toContain('Should I bring the new card?')
  screen.getByText('9:14 AM')
})

test('bubble says what a reply says about a visit', async () => {
  const marks = [{ appointmentId: 'a1', look: 'ok', words: 'Confirmed Fri 9:30' }] as const
  render(
    <MessageBubble
      message={messageExample}
      name="Rosalind"
      timezone="America/Chicago"
      userId="usr_lena"
      marks={marks}
    />,
  )
  await screen.findByText('Confirmed Fri 9:30')
})

test('bubble shows markup as text [SEC-10]', () => {
  show({ message: '<img src=x onerror=alert(1)><script>alert(2)</script>' })
  screen.getByText('<img src=x onerror=alert(1)><script>alert(2)</script>')
  expect(document.querySelector('img, script')).toBeNull()
})

test('bubble links only web, mail and phone addresses, and the opened page gets no reference [SEC-10]', () => {
  show({ message: 'See https://example.org/card. Or tel:+15125550100 or javascript:alert(1) or data:text/html,x' })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org/card', 'tel:+15125550100'])
  for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
})

test('bubble has words for every delivery state [OPEN-071]', () => {
  const words = (['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const).map((status) =>
    show({ ...mine, status }).replace(/.*AM/, ''),
  )
  expect(words).toEqual(['Waiting to send', 'Sending', 'Sent', 'Delivered', 'Not delivered', 'Not delivered'])
})

test('bubble says why a message failed [OPEN-071]', () => {
  expect(show({ ...mine, status: 'undelivered', failureReason: 'The number is not in service' })).toContain(
    'The number is not in service',
  )
})

test('bubble explains a confirmation that the carrier sent itself and shows no failure [OPEN-072]', () => {
  const reason = 'The carrier confirmed it to the patient itself.'
  const text = show({ direction: 'outbound', automatic: true, status: 'sent', failureReason: reason })
  expect(text).toContain('Automated')
  expect(text).toContain('Sent')
  expect(screen.getByText(reason).className).not.toContain('bad')
})

test('bubble of a note says that it is one and who wrote it', () => {
  const text = show({
    direction: 'outbound',
    private: true,
    user: 'usr_dana',
    userName: 'Dana Whitfield',
    status: 'sent',
  })
  expect(text).toContain('Internal note')
  expect(text).toContain('Dana · 9:14 AM')
})

test('bubble marks a message without a staff author as automated', () => {
  expect(show({ direction: 'outbound', user: null, status: 'sent' })).toContain('Automated')
})

const inRoutes = (change: Partial<Message>) => {
  const colleagues = [{ _id: 'usr_dana', name: 'Dana Whitfield' }] as const
  const parts = { name: 'Rosalind Carver', timezone: 'America/Chicago', userId: 'usr_lena', colleagues }
  const message = { ...messageExample, direction: 'outbound', user: null, status: 'sent', ...change } as const
  const { container } = render(<MessageBubble {...parts} message={message} />, { wrapper: MemoryRouter })
  return container.textContent
}

test('bubble names the automation or the chatbot that wrote it, and leads to its page [AUTO-01] [BOT-01]', () => {
  const automation = { automationId: 'aut_1', name: 'Confirm visits, 48 hours', runId: 'run_1' }
  expect(inRoutes({ via: automation })).toContain('Automated·Confirm visits, 48 hours· 9:14 AM')
  const flow = { flowId: 'flow_1', name: 'Front desk', sessionId: 's1' }
  expect(inRoutes({ via: flow })).toContain('Automated·Front desk· 9:14 AM')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/automations/aut_1', '/chatbot/flow_1'])
})

test('note of an automation names its rule, and the colleagues whom its words do not name', () => {
  const via = { automationId: 'aut_1', name: 'Refill requests', runId: 'run_1' }
  const note = { private: true, message: 'Asked for a refill', mentions: ['usr_dana'], via }
  expect(inRoutes(note)).toContain('Automated · Refill requests · 9:14 AM')
  expect(inRoutes(note)).toContain('Tells @Dana Whitfield')
  expect(inRoutes({ ...note, message: 'A refill, @Dana Whitfield' })).not.toContain('Tells')
})

test('bubble of a failed message keeps its text and reason and offers retry and remove [OPEN-092]', async () => {
  const hands = showPending()
  screen.getByText('See you Thursday')
  screen.getByText('Failed to send message')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(hands.onRetry).toHaveBeenCalledOnce()
  expect(hands.onRemove).toHaveBeenCalledOnce()
})

test('bubble of an unconfirmed message offers retry but not remove', () => {
  showPending({ state: 'unconfirmed', reason: null })
  screen.getByText('Not confirmed')
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})
