import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
