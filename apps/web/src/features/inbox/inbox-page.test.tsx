import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { VirtuosoMockContext } from 'react-virtuoso'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { createLive, forgetLives, live } from '../../../test/controlled-live.ts'
import { CallError } from '../../api/call-error.ts'
import type { Api } from '../../api/client.ts'
import { KeyboardProvider } from '../../app/keyboard-provider.tsx'
import { connectionOf } from '../../live/live.machine.ts'
import { Live } from '../../parts/live-context.tsx'
import { type AppParts, Parts } from '../../parts/parts.tsx'
import { createAppState } from '../../state/app-state.ts'
import { fetchOpening } from './deferred-opening.ts'
import { Component } from './inbox-page.tsx'
// Fetched when a conversation is first opened; here it need not be waited for.
import './thread/thread-pane.tsx'

const organization = {
  _id: 'org_cedar',
  name: 'Cedar Ridge',
  type: 'medicalGroup',
  timezone: 'America/Chicago',
  role: 'agent',
} as const
const lena: User = {
  _id: 'usr_lena',
  sub: 'usr_lena',
  name: 'Lena Kim',
  email: 'lena@demo.test',
  picture: null,
  organizations: [organization],
}
const now = new Date('2026-11-19T15:16:00Z')
const agents = ['Lena Kim', 'Dana Whitfield'].map((name) => ({
  _id: `usr_${name.split(' ')[0]!.toLowerCase()}`,
  name,
  email: 'staff@demo.test',
  role: 'agent' as const,
}))
const rosalind: Conversation = { ...conversationExample, id: 'c1', unreadCount: 3, isUnread: true }
const jun: Conversation = { ...conversationExample, id: 'c2', name: 'Jun Takahashi', unreadCount: 0, isUnread: false }

beforeEach(() => stubBrowser())
beforeEach(async () => void (await fetchOpening()))
afterEach(() => {
  // The screen goes before the connection that it heard.
  cleanup()
  forgetLives()
})

interface Asked {
  name: string
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** The inbox at an address, with a server that knows two conversations. */
async function open(
  address = '/inbox',
  answers: Record<string, (asked: Asked) => unknown> = {},
  time: () => Date = () => now,
) {
  const asked: Asked[] = []
  const snapshot = (data: unknown) => ({ code: 'ok', data, asOf: 10, epoch: 'e1', cursor: null })
  const message = (change: Partial<Message>): Message => ({ ...messageExample, conversationId: 'c1', ...change })
  const known: Record<string, (one: Asked) => unknown> = {
    conversations: () => snapshot([rosalind, jun]),
    messages: () => snapshot([message({ _id: 'm1', message: 'Do I need to fast?' })]),
    agents: () => ({ code: 'ok', data: agents }),
    lastSeen: () => ({ code: 'ok', data: [] }),
    patientsWithSameNumber: () => ({ code: 'ok', data: [] }),
    updateLastSeen: () => snapshot({ ...rosalind, unreadCount: 0, isUnread: false, version: 11 }),
    sendMessage: ({ body }) =>
      snapshot(
        message({ _id: 'm2', message: String(body.message), direction: 'outbound', user: 'usr_lena', version: 12 }),
      ),
    closeConversation: ({ body }) => snapshot({ ...rosalind, status: body.status, version: 12 }),
    ...answers,
  }
  const api = (async (name: string, options: Partial<Asked> = {}) => {
    const one = { name, query: options.query ?? {}, body: options.body ?? {} }
    asked.push(one)
    const answer = known[name]
    if (!answer) throw new Error(`unexpected call of ${name}`)
    return answer(one)
  }) as Api
  const app = createAppState({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  app.signIn(lena, [organization])
  const token = { get: async () => 'token', renew: async () => 'token' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: 'org_cedar', random: () => 0 })
  const clock = { now: time, elapsed: () => 0 }
  const unused = () => {
    throw new Error('The inbox has no use for this')
  }
  const theme = {} as AppParts['theme']
  const attendance = { isAttended: () => true }
  const parts: AppParts = { attendance, api, app, token, clock, theme, fetch: unused, leave: unused, signOut: unused }
  const router = createMemoryRouter([{ path: '/inbox', Component }], { initialEntries: [address] })
  render(
    <Parts value={parts}>
      <Live value={actor}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <VirtuosoMockContext value={{ viewportHeight: 720, itemHeight: 72 }}>
            <RouterProvider router={router} />
          </VirtuosoMockContext>
        </QueryClientProvider>
      </Live>
    </Parts>,
    { wrapper: KeyboardProvider },
  )
  act(() => live().comeAlive(3))
  await screen.findByRole('list', { name: 'Conversations' })
  const of = (name: string) => asked.filter((one) => one.name === name)
  return { of, router, choose: (name: string) => userEvent.click(screen.getByRole('link', { name: new RegExp(name) })) }
}

const row = (id: string) => document.querySelector<HTMLElement>(`[data-conversation-id=${id}]`)!

test('[INBOX-14] [ENTITY-08] [ROLE-08] the first request is of open and unassigned ones, with who asks', async () => {
  const { of } = await open()
  expect(of('conversations')[0]!.query).toEqual({
    organizationId: 'org_cedar',
    status: ['open', 'unassigned'],
    filter: 'all',
    page: 1,
    limit: 10,
    userId: 'usr_lena',
  })
})

test('[INBOX-09] [INBOX-10] status and tab come from the address, unknown ones fall back', async () => {
  const { of } = await open('/inbox?status=resolved&tab=scheduled', {
    conversations: () => ({ code: 'ok', data: [{ ...jun, status: 'resolved' }], asOf: 10, epoch: 'e1', cursor: null }),
  })
  const { status, filter, date, appointmentStatus } = of('conversations')[0]!.query
  expect({ status, filter, date, appointmentStatus }).toEqual({
    status: ['resolved'],
    filter: 'scheduled',
    date: '2026-11-19',
    appointmentStatus: 'All',
  })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Scheduled')
})

test('[OPEN-010] a filter that changes is in the address, and Back takes it back', async () => {
  const { of, router } = await open('/inbox?status=foo')
  expect(of('conversations')[0]!.query.status).toEqual(['open', 'unassigned'])
  await userEvent.click(screen.getByRole('tab', { name: /Starred/ }))
  expect(router.state.location.search).toContain('tab=starred')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.filter).toBe('starred'))
  await act(() => router.navigate(-1))
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.filter).toBe('all'))
})

test('[INBOX-16] [INBOX-17] [STATE-18] a click opens the messages, marks the row and fills the panel at once', async () => {
  const { of, choose, router } = await open()
  await choose('Rosalind Carver')
  const log = await screen.findByRole('log', { name: 'Messages' })
  await within(log).findByText('Do I need to fast?')
  expect(of('messages')[0]!.query).toMatchObject({ organizationId: 'org_cedar', conversationId: 'c1' })
  expect(row('c1').getAttribute('aria-current')).toBe('true')
  expect(router.state.location.search).toContain('conversation=c1')
  const panel = screen.getByRole('complementary', { name: 'Patient details' })
  // With the frame after the messages, and nothing is asked for it.
  await within(panel).findByText('204-8817')
  expect(panel.textContent).toContain('(512) 555-0142')
})

test('[STATE-16] [STATE-17] [OPEN-030] opening an unread conversation marks it read, a read one does not', async () => {
  const { of, choose } = await open()
  expect(row('c1').textContent).toMatch(/\b3 unread/)
  await choose('Rosalind Carver')
  await vi.waitFor(() => expect(of('updateLastSeen')).toHaveLength(1))
  expect(row('c1').textContent).not.toContain('unread')
  await choose('Jun Takahashi')
  await vi.waitFor(() => expect(of('messages')).toHaveLength(2))
  expect(of('updateLastSeen')).toHaveLength(1)
})

test('[RULE-05] [RULE-06] [RULE-08] what may be searched for is sent trimmed, a number as its digits', async () => {
  const { of } = await open()
  const box = screen.getByRole('searchbox', { name: 'Search conversations' })
  await userEvent.type(box, '  Ann Lee 2  {Enter}')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query).toMatchObject({ search: 'Ann Lee 2', page: 1 }))
  await userEvent.clear(box)
  await userEvent.type(box, ' (123) 456-7890{Enter}')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.search).toBe('1234567890'))
})

test('[RULE-07] [ERR-08] a bad search is refused with the toast, and nothing is asked', async () => {
  const { of } = await open()
  const raised = vi.spyOn(toast, 'error')
  await userEvent.type(screen.getByRole('searchbox'), 'ann#{Enter}')
  expect(raised.mock.calls.map(([text]) => text)).toEqual(['Error! wrong format'])
  expect(of('conversations')).toHaveLength(1)
})

test('[INBOX-07] [STATE-25] a conversation is closed with the status that was chosen', async () => {
  const { of, choose } = await open()
  await choose('Rosalind Carver')
  await userEvent.click(await screen.findByRole('button', { name: 'Close with another status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Pending/ }))
  await vi.waitFor(() =>
    expect(of('closeConversation')[0]!.body).toMatchObject({ conversationId: 'c1', status: 'pending' }),
  )
  await screen.findByRole('button', { name: 'Reopen' })
})

test('[INBOX-01] a text is sent with Ctrl and Enter, and stands in the thread once', async () => {
  const { of, choose } = await open()
  await choose('Rosalind Carver')
  await screen.findByText('Do I need to fast?')
  const box = screen.getByRole('textbox', { name: 'Message' })
  await userEvent.type(box, 'No need to{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(of('sendMessage')).toHaveLength(1))
  expect(of('sendMessage')[0]!.body).toMatchObject({ conversationId: 'c1', message: 'No need to', private: false })
  expect(box).toHaveProperty('value', '')
  await vi.waitFor(() => expect(within(screen.getByRole('log')).getAllByText('No need to')).toHaveLength(1))
})

test('[OPEN-072] a note is plum, private and keeps the text that was begun', async () => {
  const { of, choose } = await open()
  await choose('Rosalind Carver')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Half a text')
  await userEvent.click(screen.getByRole('tab', { name: 'Internal note' }))
  screen.getByText('Patients never see this')
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Check her card')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await vi.waitFor(() => expect(of('sendMessage')[0]!.body).toMatchObject({ message: 'Check her card', private: true }))
  await userEvent.click(screen.getByRole('tab', { name: 'Text message' }))
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Half a text')
})

test('[OPEN-072] whoever opted out cannot be texted, but written about', async () => {
  const optedOut = { ...jun, smsStatus: 'opted_out', textEnable: false } as const
  const { choose } = await open('/inbox', {
    conversations: () => ({ code: 'ok', data: [optedOut], asOf: 10, epoch: 'e1', cursor: null }),
  })
  await choose('Jun Takahashi')
  await screen.findByText('Jun opted out of texts')
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }))
  screen.getByRole('textbox', { name: 'Message' })
})

test('[OPEN-097] colleagues who are here, and what they do, are named', async () => {
  const { choose } = await open()
  await choose('Rosalind Carver')
  await screen.findByText('Do I need to fast?')
  const staff = [{ _id: 'usr_dana', state: 'replying' as const }]
  act(() =>
    live().tell({ type: 'relay.presence', present: { organizationId: 'org_cedar', topic: 'conversation:c1', staff } }),
  )
  await screen.findByText('Dana is writing a reply')
  expect(row('c1').textContent).toContain('Dana is viewing')
})

test('[INBOX-16] a conversation in the address is open after a reload', async () => {
  await open('/inbox?conversation=c2')
  await screen.findByRole('heading', { name: 'Jun Takahashi' })
})

test('[OPEN-097] of colleagues nothing is said while the screen is not current', async () => {
  const { choose } = await open()
  await choose('Rosalind Carver')
  await screen.findByText('Do I need to fast?')
  const staff = [{ _id: 'usr_dana', state: 'viewing' as const }]
  act(() =>
    live().tell({ type: 'relay.presence', present: { organizationId: 'org_cedar', topic: 'conversation:c1', staff } }),
  )
  await screen.findAllByText('Dana is viewing')
  act(() => live().drop())
  expect(screen.queryByText('Dana is viewing')).toBeNull()
})

const nils: Conversation = { ...conversationExample, id: 'c99', name: 'Nils Hoyt', mrn: '300-1', status: 'resolved' }
const reading = (data: unknown) => () => ({ code: 'ok', data, asOf: 10, epoch: 'e1', cursor: null })
const absent = () => {
  throw new CallError(undefined, 404, { reason: 'not_found' })
}

test('[INBOX-16] [CALL-INBOX-03] what is on no page of the list opens by its address, to read and to answer', async () => {
  const { of } = await open('/inbox?conversation=c99', {
    conversation: reading(nils),
    updateLastSeen: reading({ ...nils, unreadCount: 0, isUnread: false, version: 11 }),
    toggleStar: () => new Promise(() => undefined),
  })
  await screen.findByRole('heading', { name: 'Nils Hoyt' })
  expect(of('conversation')[0]!.query).toEqual({ organizationId: 'org_cedar', conversationId: 'c99' })
  await within(screen.getByRole('complementary', { name: 'Patient details' })).findByText('300-1')
  screen.getByRole('textbox', { name: 'Message' })
  await vi.waitFor(() => expect(of('updateLastSeen')[0]!.body).toMatchObject({ conversationId: 'c99' }))
  await userEvent.click(screen.getByRole('button', { name: 'Star conversation' }))
  screen.getByRole('button', { name: 'Remove the star' })
  expect(row('c99')).toBeNull()
})

test('[OPEN-097] and it stays right by the stream, without a row of its own', async () => {
  await open('/inbox?conversation=c99', {
    conversation: reading({ ...nils, unreadCount: 0 }),
  })
  await screen.findByRole('button', { name: 'Reopen' })
  const event = {
    epoch: 'e1',
    organizationId: 'org_cedar',
    seq: 11,
    type: 'conversation.changed' as const,
    key: 'c99',
    audience: 'organization' as const,
    at: nils.timestamp,
    counts: noCounts,
    data: { ...nils, unreadCount: 0, status: 'pending', name: 'Nils Hoyt-Berg', version: 11 },
  }
  const frame = { organizationId: 'org_cedar', epoch: 'e1', from: 1, to: 11, counts: noCounts, events: [event] }
  act(() => live().tell({ type: 'relay.events', frame }))
  await screen.findByRole('heading', { name: 'Nils Hoyt-Berg' })
  expect(row('c99')).toBeNull()
})

test('[INBOX-16] one that the list holds is not read a second time', async () => {
  const { of, choose } = await open()
  await choose('Jun Takahashi')
  await screen.findByText('Do I need to fast?')
  expect(of('conversation')).toEqual([])
})

test('[INBOX-16] an address that leads to no conversation says so, and the tab is live all the same', async () => {
  const messages = ({ query }: Asked) => (query.conversationId === 'c99' ? absent() : reading([])())
  const { choose } = await open('/inbox?conversation=c99', { conversation: absent, messages })
  expect((await screen.findByRole('alert')).textContent).toContain('This conversation is not here')
  expect(screen.queryByRole('log')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await vi.waitFor(() => expect(connectionOf(live().actor.getSnapshot())).toBe('live'))
  await choose('Jun Takahashi')
  await screen.findByRole('heading', { name: 'Jun Takahashi' })
})

test('[OPEN-092] one that could not be read can be asked for again', async () => {
  let broken = true
  await open('/inbox?conversation=c99', {
    conversation: () => {
      if (broken) throw new CallError(undefined, 503, null)
      return reading({ ...nils, unreadCount: 0 })()
    },
  })
  await screen.findByText('Messages did not load')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByRole('heading', { name: 'Nils Hoyt' })
})

test('[STATE-19] [OPEN-031] after midnight the scheduled list goes on to the new day by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let time = new Date('2026-11-20T05:59:50Z')
  const { of } = await open('/inbox?tab=scheduled', {}, () => time)
  const days = () => of('conversations').map(({ query }) => query.date)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(days()).toEqual(['2026-11-19'])
  time = new Date('2026-11-20T06:00:05Z')
  act(() => void vi.advanceTimersByTime(20_000))
  expect(days()).toEqual(['2026-11-19', '2026-11-20'])
  vi.useRealTimers()
})
