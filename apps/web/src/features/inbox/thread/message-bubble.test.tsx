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

test('[INBOX-16] what the patient wrote, at its time in the zone of the organization', () => {
  expect(show()).toContain('Should I bring the new card?')
  screen.getByText('9:14 AM')
})

test('[SEC-10] markup in a message is text', () => {
  show({ message: '<img src=x onerror=alert(1)><script>alert(2)</script>' })
  screen.getByText('<img src=x onerror=alert(1)><script>alert(2)</script>')
  expect(document.querySelector('img, script')).toBeNull()
})

test('[SEC-10] only web, mail and phone addresses become links, and they tell the page nothing', () => {
  show({ message: 'See https://example.org/card. Or tel:+15125550100 or javascript:alert(1) or data:text/html,x' })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org/card', 'tel:+15125550100'])
  for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
})

test('[OPEN-071] every delivery has its word', () => {
  const words = (['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const).map((status) =>
    show({ ...mine, status }).replace(/.*AM/, ''),
  )
  expect(words).toEqual(['Waiting to send', 'Sending', 'Sent', 'Delivered', 'Not delivered', 'Not delivered'])
})

test('[OPEN-071] what failed says why', () => {
  expect(show({ ...mine, status: 'undelivered', failureReason: 'The number is not in service' })).toContain(
    'The number is not in service',
  )
})

test('[OPEN-072] a confirmation that the carrier had given already is explained, and is no failure', () => {
  const reason = 'The carrier confirmed it to the patient itself.'
  const text = show({ direction: 'outbound', automatic: true, status: 'sent', failureReason: reason })
  expect(text).toContain('Automated')
  expect(text).toContain('Sent')
  expect(screen.getByText(reason).className).not.toContain('bad')
})

test('a note says that it is one, and by whom', () => {
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

test('what nobody of the staff wrote is marked as automated', () => {
  expect(show({ direction: 'outbound', user: null, status: 'sent' })).toContain('Automated')
})

test('[OPEN-092] what could not be sent keeps its text, says why, and can be tried again or removed', async () => {
  const hands = showPending()
  screen.getByText('See you Thursday')
  screen.getByText('Failed to send message')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(hands.onRetry).toHaveBeenCalledOnce()
  expect(hands.onRemove).toHaveBeenCalledOnce()
})

test('what may have been sent can be tried again and not be removed', () => {
  showPending({ state: 'unconfirmed', reason: null })
  screen.getByText('Not confirmed')
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})
