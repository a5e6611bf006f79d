import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { savedViewExample } from '@foyer/contracts/inbox/saved-views.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { teamExample } from '@foyer/contracts/teams/teams.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
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
import { type AppServices, ServicesContext } from '../../parts/services.tsx'
import { createAppState } from '../../state/app-state.ts'
import { fetchOpening } from './deferred-opening.ts'
import { Component } from './inbox-page.tsx'
// Loaded before the tests; the app loads it when a conversation is first opened.
import './thread/thread-pane.tsx'
import { loadVirtualRows } from './list/use-virtual-rows.ts'

await loadVirtualRows()

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
  version: 1,
}))
const rosalind: Conversation = { ...conversationExample, id: 'c1', unreadCount: 3, isUnread: true }
const jun: Conversation = { ...conversationExample, id: 'c2', name: 'Jun Takahashi', unreadCount: 0, isUnread: false }

beforeEach(() => stubBrowser())
beforeEach(async () => void (await fetchOpening()))
afterEach(() => {
  // The screen unmounts before the connection that it listens to.
  cleanup()
  forgetLives()
})

type Router = ReturnType<typeof createMemoryRouter>

interface RecordedCall {
  name: string
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** The inbox at an address, with a server that has two conversations. */
async function open(
  address = '/inbox',
  answers: Record<string, (asked: RecordedCall) => unknown> = {},
  time: () => Date = () => now,
) {
  const asked: RecordedCall[] = []
  const snapshot = (data: unknown) => ({ code: 'ok', data, asOf: 10, epoch: 'e1', cursor: null })
  const message = (change: Partial<Message>): Message => ({ ...messageExample, conversationId: 'c1', ...change })
  const known: Record<string, (one: RecordedCall) => unknown> = {
    conversations: () => snapshot([rosalind, jun]),
    messages: () => snapshot([message({ _id: 'm1', message: 'Do I need to fast?' })]),
    agents: () => snapshot(agents),
    lastSeen: () => ({ code: 'ok', data: [] }),
    patientsWithSameNumber: () => ({ code: 'ok', data: [] }),
    patientHousehold: () => snapshot({ phoneNumber: null, members: [], conversationId: null }),
    ...{ holds: () => snapshot([]), automationRuns: () => snapshot([]) },
    updateLastSeen: () => snapshot({ ...rosalind, unreadCount: 0, isUnread: false, version: 11 }),
    sendMessage: ({ body }) =>
      snapshot(
        message({ _id: 'm2', message: String(body.message), direction: 'outbound', user: 'usr_lena', version: 12 }),
      ),
    closeConversation: ({ body }) => snapshot({ ...rosalind, status: body.status, version: 12 }),
    ...answers,
  }
  const api = (async (name: string, options: Partial<RecordedCall> = {}) => {
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
  const theme = {} as AppServices['theme']
  const attendance = { isAttended: () => true }
  const parts: AppServices = {
    ...{ attendance, api, calls: {} as AppServices['calls'] },
    app,
    token,
    clock,
    theme,
    fetch: unused,
    leave: unused,
    signOut: unused,
  }
  const router = createMemoryRouter([{ path: '/inbox', Component }], { initialEntries: [address] })
  render(
    <ServicesContext value={parts}>
      <Live value={actor}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <VirtuosoMockContext value={{ viewportHeight: 720, itemHeight: 72 }}>
            <RouterProvider router={router} />
          </VirtuosoMockContext>
        </QueryClientProvider>
      </Live>
    </ServicesContext>,
    { wrapper: KeyboardProvider },
  )
  act(() => live().comeAlive(3))
  await screen.findByRole('list', { name: 'Conversations' })
  const of = (name: string) => asked.filter((one) => one.name === name)
  return { of, router, choose: (name: string) => userEvent.click(screen.getByRole('link', { name: new RegExp(name) })) }
}

const row = (id: string) => document.querySelector<HTMLElement>(`[data-conversation-id=${id}]`)!

test('inbox first requests open and unassigned conversations with the user’s id [INBOX-14] [ENTITY-08] [ROLE-08]', async () => {
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

test('inbox reads status and tab from the address, and unknown values fall back [INBOX-09] [INBOX-10]', async () => {
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

test('inbox writes a changed filter into the address, and Back reverts it [OPEN-010]', async () => {
  const { of, router } = await open('/inbox?status=foo')
  expect(of('conversations')[0]!.query.status).toEqual(['open', 'unassigned'])
  await userEvent.click(screen.getByRole('tab', { name: /Starred/ }))
  expect(router.state.location.search).toContain('tab=starred')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.filter).toBe('starred'))
  await act(() => router.navigate(-1))
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.filter).toBe('all'))
})

test('Escape pressed again before the list is back leads no further than the list [DESIGN-13]', async () => {
  const { choose, router } = await open('/inbox?tab=unread')
  await userEvent.click(screen.getByRole('tab', { name: 'All' }))
  await choose('Rosalind Carver')
  await screen.findByRole('log', { name: 'Messages' })
  act(() => {
    for (let nth = 0; nth < 3; nth += 1) fireEvent.keyDown(row('c1'), { key: 'Escape' })
  })
  await vi.waitFor(() => expect(screen.queryByRole('log', { name: 'Messages' })).toBeNull())
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All')
  expect(router.state.location.search).toBe('')
  // The same conversation can be left again.
  await act(() => router.navigate(1))
  await screen.findByRole('log', { name: 'Messages' })
  fireEvent.keyDown(row('c1'), { key: 'Escape' })
  await vi.waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a click opens the messages, marks the row and fills the panel at once [INBOX-16] [INBOX-17] [STATE-18]', async () => {
  const { of, choose, router } = await open()
  await choose('Rosalind Carver')
  const log = await screen.findByRole('log', { name: 'Messages' })
  await within(log).findByText('Do I need to fast?')
  expect(of('messages')[0]!.query).toMatchObject({ organizationId: 'org_cedar', conversationId: 'c1' })
  expect(row('c1').getAttribute('aria-current')).toBe('true')
  expect(router.state.location.search).toContain('conversation=c1')
  const panel = screen.getByRole('complementary', { name: 'Patient details' })
  // The panel fills in the frame after the messages, without a request.
  await within(panel).findByText('204-8817')
  expect(panel.textContent).toContain('(512) 555-0142')
})

test('inbox marks an unread conversation read when it opens, and a read one not [STATE-16] [STATE-17] [OPEN-030]', async () => {
  const { of, choose } = await open()
  expect(row('c1').textContent).toMatch(/\b3 unread/)
  await choose('Rosalind Carver')
  await vi.waitFor(() => expect(of('updateLastSeen')).toHaveLength(1))
  expect(row('c1').textContent).not.toContain('unread')
  await choose('Jun Takahashi')
  await vi.waitFor(() => expect(of('messages')).toHaveLength(2))
  expect(of('updateLastSeen')).toHaveLength(1)
})

test('inbox sends a search trimmed, and a phone number as its digits [RULE-05] [RULE-06] [RULE-08]', async () => {
  const { of } = await open()
  const box = screen.getByRole('searchbox', { name: 'Search conversations' })
  await userEvent.type(box, '  Ann Lee 2  {Enter}')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query).toMatchObject({ search: 'Ann Lee 2', page: 1 }))
  await userEvent.clear(box)
  await userEvent.type(box, ' (123) 456-7890{Enter}')
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query.search).toBe('1234567890'))
})

test('inbox refuses a search in a wrong format with a notice and no request [RULE-07] [ERR-08]', async () => {
  const { of } = await open()
  const raised = vi.spyOn(toast, 'error')
  await userEvent.click(screen.getByRole('searchbox'))
  // Typed letter by letter, the first letters might be searched for.
  await userEvent.paste('ann#')
  await userEvent.keyboard('{Enter}')
  expect(raised.mock.calls.map(([text]) => text)).toEqual(['Error! wrong format'])
  expect(of('conversations')).toHaveLength(1)
})

test('inbox shows the search of a saved view in its box when the view opens', async () => {
  const view = { ...savedViewExample, search: '5560001' }
  const tally = { user: 'usr_lena', drafts: 0, held: 0, version: 1 }
  const server = {
    savedViews: () => ({ code: 'ok', data: [view], asOf: 10, epoch: 'e1' }),
    ownTally: () => ({ code: 'ok', data: tally, asOf: 10, epoch: 'e1' }),
  }
  const { of } = await open(`/inbox?view=${view._id}`, server)
  await vi.waitFor(() => expect(of('conversations').at(-1)!.query).toMatchObject({ search: '5560001' }))
  const box = screen.getByRole('searchbox', { name: 'Search conversations' })
  expect(box).toHaveProperty('value', '5560001')
  await userEvent.type(box, '2')
  expect(box).toHaveProperty('value', '55600012')
})

/** The inbox with a saved view and a team. */
async function openViews(address: string, search = '5560001') {
  const view = { ...savedViewExample, search }
  const answer = (data: unknown) => () => ({ code: 'ok', data, asOf: 10, epoch: 'e1' })
  const opened = await open(address.replace('VIEW', view._id), {
    savedViews: answer([view]),
    ownTally: answer({ user: 'usr_lena', drafts: 0, held: 0, version: 1 }),
    teams: answer([teamExample]),
  })
  const last = () => opened.of('conversations').at(-1)!.query
  const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search conversations' })
  if (address.includes('VIEW')) await vi.waitFor(() => expect(last()).toMatchObject({ search, filter: view.tab }))
  return { ...opened, view, last, box }
}

test.each([
  ['another tab', async () => userEvent.click(screen.getByRole('tab', { name: 'Starred' })), 'starred'],
  ['the rail', async (router: Router) => act(() => router.navigate('/inbox')), 'all'],
] as const)('search of a saved view ends with the view when %s leaves it', async (_, leave, filter) => {
  const { router, last, box } = await openViews('/inbox?view=VIEW')
  await leave(router)
  await vi.waitFor(() => expect(last()).toMatchObject({ filter }))
  await vi.waitFor(() => expect([last().search, box().value]).toEqual([undefined, '']))
})

test('search of a saved view stays when its order changes, and a search typed in it stays too', async () => {
  const { last, box } = await openViews('/inbox?view=VIEW')
  await userEvent.click(screen.getByRole('button', { name: /^Order/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Newest first/ }))
  await vi.waitFor(() => expect(last().sort).toBeUndefined())
  expect([last().search, box().value]).toEqual(['5560001', '5560001'])
  cleanup()
  const typed = await openViews('/inbox?view=VIEW')
  await userEvent.type(typed.box(), '2')
  await vi.waitFor(() => expect(typed.last().search).toBe('55600012'))
  expect(typed.box().value).toBe('55600012')
})

test('inbox lists the conversations of a team from its menu, names it as a tab, and another tab leaves it', async () => {
  const { router, last } = await openViews('/inbox')
  await userEvent.hover(screen.getByRole('region', { name: 'Inbox' }))
  await vi.waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: /^More views/ }))
    await userEvent.click(screen.getByRole('menuitem', { name: /^Front desk/ }))
  })
  await vi.waitFor(() => expect(last()).toMatchObject({ filter: 'all', team: teamExample._id }))
  expect(router.state.location.search).toContain(`team=${teamExample._id}`)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Front desk')
  await userEvent.click(screen.getByRole('tab', { name: 'Mine' }))
  await vi.waitFor(() => expect(last()).toMatchObject({ filter: 'mine' }))
  expect(last().team).toBeUndefined()
})

test('inbox lists the answers to the campaign of its address, until its chip is removed', async () => {
  const answering = [{ ...rosalind, campaign: { _id: 'cmp1', name: 'Flu shots' } }]
  const { of } = await open('/inbox?status=all&campaignId=cmp1', {
    conversations: () => ({ code: 'ok', data: answering, asOf: 10, epoch: 'e1', cursor: null }),
    campaign: () => ({ code: 'ok', data: { name: 'Flu shots' } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /only the answers to Flu shots$/ }))
  await vi.waitFor(() => expect(of('conversations').map(({ query }) => query.campaignId)).toEqual(['cmp1', undefined]))
})

test('inbox leaves the list of a team that is no longer there, and says so', async () => {
  const raised = vi.spyOn(toast, 'error')
  const { last } = await openViews('/inbox?team=gone')
  await vi.waitFor(() => expect(last().team).toBeUndefined())
  expect(raised.mock.calls.map(([text]) => text)).toEqual([
    'This team is no longer there. The list shows every conversation.',
  ])
})

test('inbox closes a conversation with the chosen status [INBOX-07] [STATE-25]', async () => {
  const { of, choose } = await open()
  await choose('Rosalind Carver')
  await userEvent.click(await screen.findByRole('button', { name: 'Close with another status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Pending/ }))
  await vi.waitFor(() =>
    expect(of('closeConversation')[0]!.body).toMatchObject({ conversationId: 'c1', status: 'pending' }),
  )
  await screen.findByRole('button', { name: 'Reopen' })
})

test('Ctrl and Enter send a text, which appears in the thread once [INBOX-01]', async () => {
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

test('an internal note is private and keeps the text draft [OPEN-072]', async () => {
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

test('an opted-out patient cannot be texted, but a note can be written [OPEN-072]', async () => {
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

test('inbox names colleagues who are viewing or replying [OPEN-097]', async () => {
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

test('inbox opens the conversation in the address after a reload [INBOX-16]', async () => {
  await open('/inbox?conversation=c2')
  await screen.findByRole('heading', { name: 'Jun Takahashi' })
})

test('inbox shows no colleagues while the connection is not live [OPEN-097]', async () => {
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

test('a conversation on no loaded page opens by its address with all actions [INBOX-16] [CALL-INBOX-03]', async () => {
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

test('live events update a conversation opened by its address, without adding a row [OPEN-097]', async () => {
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

test('inbox does not read a conversation that the list has [INBOX-16]', async () => {
  const { of, choose } = await open()
  await choose('Jun Takahashi')
  await screen.findByText('Do I need to fast?')
  expect(of('conversation')).toEqual([])
})

test('an address without a conversation says so, and the tab becomes live anyway [INBOX-16]', async () => {
  const messages = ({ query }: RecordedCall) => (query.conversationId === 'c99' ? absent() : reading([])())
  const { choose } = await open('/inbox?conversation=c99', { conversation: absent, messages })
  expect((await screen.findByRole('alert')).textContent).toContain('This conversation is not here')
  expect(screen.queryByRole('log')).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await vi.waitFor(() => expect(connectionOf(live().actor.getSnapshot())).toBe('live'))
  await choose('Jun Takahashi')
  await screen.findByRole('heading', { name: 'Jun Takahashi' })
})

test('a conversation that failed to load can be loaded again [OPEN-092]', async () => {
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

test('scheduled list moves on to the new day by itself after midnight [STATE-19] [OPEN-031]', async () => {
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
