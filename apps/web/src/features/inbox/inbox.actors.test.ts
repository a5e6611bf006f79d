import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import { patientsReloaded } from '@foyer/contracts/patients/events.ts'
import { expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import type { Api } from '../../api/client.ts'
import { systemClock } from '../../lib/clock.ts'
import { connectionOf, liveMachine } from '../../live/live.machine.ts'
import type { ToSocket } from '../../live/live-messages.ts'
import type { Notice } from './conversation-actions.actors.ts'
import { createInbox } from './inbox.actors.ts'
import { selectedConversation } from './list/list-model.rules.ts'
import * as opening from './open-conversation.actors.ts'

const ORG = 'org_cedar'
const unread: Conversation = { ...conversationChanged.example, id: 'c1', unreadCount: 3, isUnread: true, version: 5 }
const position = { code: 'ok', epoch: 'e1', asOf: 10 } as const

/** An inbox with a live connection whose relay answers at once, and an API that each test answers. */
function openInbox(
  answers: Record<string, () => unknown> = {},
  log = { head: 10 },
  more: Partial<Parameters<typeof createInbox>[0]> = {},
) {
  const calls: { name: string; options: { body?: Record<string, unknown>; query?: Record<string, unknown> } }[] = []
  const notices: Notice[] = []
  const said: ToSocket[] = []
  const machine = liveMachine.provide({
    actors: {
      browser: fromCallback(() => undefined),
      checkSession: fromPromise(() => Promise.resolve(true)),
      socket: fromCallback<ToSocket, { freshToken: boolean }>(({ receive, sendBack }) => {
        receive((message) => {
          said.push(message)
          if (message.type !== 'subscribe') return
          const reply = { ok: true, epoch: 'e1', head: log.head, counts: noCounts, resync: true } as const
          sendBack({ type: 'relay.subscribed', ask: message.ask, reply })
        })
      }),
    },
  })
  const live = createActor(machine, { input: { organizationId: ORG, random: () => 0, clock: systemClock } }).start()
  const usual: Record<string, () => unknown> = {
    conversations: () => ({ ...position, data: [unread], cursor: null }),
    messages: () => ({ ...position, data: [] }),
    updateLastSeen: () => ({ ...position, data: { ...unread, unreadCount: 0, isUnread: false, version: 11 } }),
  }
  const api = (async (name: string, options: (typeof calls)[number]['options']) => {
    calls.push({ name, options })
    const answer = answers[name] ?? usual[name]
    if (!answer) throw new Error(`unexpected call of ${name}`)
    return answer()
  }) as Api
  let ids = 0
  const inbox = createInbox({
    api,
    live,
    organizationId: ORG,
    timezone: 'America/Chicago',
    user: { _id: 'usr_lena', name: 'Lena Kim' },
    filters: { status: 'open/unassigned', tab: 'all' },
    clock: { now: () => new Date('2024-05-10T15:00:00Z') },
    newId: () => {
      ids += 1
      return `id${ids}`
    },
    random: () => 0,
    notify: (notice) => notices.push(notice),
    ...more,
  })
  live.send({ type: 'socket.connected' })
  const row = () => inbox.list.getSnapshot().context.rows[0]?.conversation
  const made = (name: string) => calls.filter((call) => call.name === name)
  const ready = () => vi.waitFor(() => expect(row()).toBeDefined())
  return { inbox, live, calls, notices, said, row, made, ready, state: () => connectionOf(live.getSnapshot()) }
}

test('the tab becomes live once the list has loaded [OPEN-097]', async () => {
  const { inbox, state, ready } = openInbox()
  expect(state()).toBe('catchingUp')
  await ready()
  expect(state()).toBe('live')
  inbox.stop()
})

test('opening an unread conversation makes one update-last-seen call and shows 0 at once [STATE-16] [STATE-17]', async () => {
  const { inbox, ready, row, made, said } = openInbox()
  await ready()
  inbox.open('c1', opening)
  expect(row()?.unreadCount).toBe(0)
  await vi.waitFor(() => expect(row()?.version).toBe(11))
  inbox.open('c1', opening)
  expect(made('updateLastSeen')).toHaveLength(1)
  expect(said.filter(({ type }) => type === 'watch')).toHaveLength(1)
  inbox.leave()
  expect(said.at(-1)?.type).toBe('unwatch')
  inbox.stop()
})

test('a failed action is reverted with a notice [OPEN-092]', async () => {
  const refusal = () => {
    throw new CallError('Failed to update last seen', 500, null)
  }
  const { inbox, ready, row, notices, made } = openInbox({ updateLastSeen: refusal })
  await ready()
  inbox.open('c1', opening)
  expect(row()?.unreadCount).toBe(0)
  await vi.waitFor(() => expect(notices).toEqual([{ kind: 'error', text: 'Failed to update last seen' }]))
  expect([row()?.unreadCount, made('updateLastSeen').length]).toEqual([3, 1])
  inbox.stop()
})

test.each([
  ['[STATE-28]', 'toggleStar', { kind: 'star', conversationId: 'c1' }],
  ['[STATE-30]', 'assignToStaff', { kind: 'assign', conversationId: 'c1', staff: { _id: 'usr_dana', name: 'Dana' } }],
  ['[STATE-25]', 'closeConversation', { kind: 'close', conversationId: 'c1', status: 'resolved' }],
  ['[STATE-26]', 'markConversationAsUnread', { kind: 'markUnread', conversationId: 'c1' }],
] as const)('a refused or unanswered action is reverted with a notice: %s %s [OPEN-092]', async (_id, name, action) => {
  const failures = [new CallError('Refused', 500, null), new TypeError('Failed to fetch')]
  const { inbox, ready, row, notices } = openInbox({
    conversations: () => ({ ...position, data: [{ ...unread, unreadCount: 0, isUnread: false }], cursor: null }),
    [name]: () => {
      throw failures.shift()
    },
  })
  await ready()
  const before = row()
  for (const count of [1, 2]) {
    inbox.act(action)
    expect(row()).not.toEqual(before)
    await vi.waitFor(() => expect(notices).toHaveLength(count))
    expect(row()).toEqual(before)
  }
  const noAnswer = 'The server did not answer. Try again when you are connected.'
  expect(notices.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', 'Refused'],
    ['error', noAnswer],
  ])
  expect(inbox.list.getSnapshot().context.rows[0]?.leaving).toBeNull()
  inbox.stop()
})

test('closing shows at once and can be undone [STATE-25] [INBOX-07]', async () => {
  const close = () => ({ ...position, data: { ...unread, status: 'resolved', version: 11 }, undoId: 'u1' })
  const undo = () => ({ ...position, data: { restored: [{ ...unread, version: 12 }], skipped: [] } })
  const { inbox, ready, row, notices, made } = openInbox({ closeConversation: close, undo })
  await ready()
  inbox.act({ kind: 'close', conversationId: 'c1', status: 'resolved' })
  expect(inbox.list.getSnapshot().context.rows[0]?.leaving).toBe('Resolved')
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]).toMatchObject({ kind: 'success', text: 'Conversation closed' })
  expect(row()?.status).toBe('resolved')
  notices[0]?.undo?.()
  notices[0]?.undo?.()
  await vi.waitFor(() => expect(notices[1]).toEqual({ kind: 'success', text: 'Undone' }))
  expect(made('undo').map(({ options }) => options.body)).toEqual([{ organizationId: ORG, undoId: 'u1' }])
  expect([row()?.status, inbox.list.getSnapshot().context.rows[0]?.leaving]).toEqual(['open', null])
  inbox.stop()
})

test('star and unstar of one conversation are sent one after the other [STATE-28]', async () => {
  const waiting: (() => void)[] = []
  const toggle = () => {
    const answer = { ...position, data: { ...unread, version: 11 } }
    return new Promise((resolve) => waiting.push(() => resolve(answer)))
  }
  const { inbox, ready, row, made } = openInbox({ toggleStar: toggle })
  await ready()
  inbox.act({ kind: 'star', conversationId: 'c1' })
  expect(row()?.starredBy).toEqual(['usr_lena'])
  inbox.act({ kind: 'unstar', conversationId: 'c1' })
  expect(row()?.starredBy).toEqual([])
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  waiting[0]?.()
  await vi.waitFor(() =>
    expect(made('toggleStar').map(({ options }) => options.body?.action)).toEqual(['star', 'unstar']),
  )
  inbox.stop()
})

test('a sent message is in the thread once, and its bubble is gone [OPEN-097]', async () => {
  const message = { ...messageAdded.example.message, conversationId: 'c1', message: 'Good morning', version: 12 }
  const { inbox, ready, made } = openInbox({ sendMessage: () => ({ ...position, asOf: 12, data: message }) })
  await ready()
  const { thread, composer } = inbox.open('c1', opening)
  composer.send({ type: 'draft.changed', text: 'Good morning' })
  composer.send({ type: 'send.requested' })
  await vi.waitFor(() => expect(thread.getSnapshot().context.messages).toHaveLength(1))
  expect(composer.getSnapshot().context.bubbles).toEqual([])
  expect(made('sendMessage')[0]?.options).toMatchObject({ idempotencyKey: expect.any(String) })
  inbox.stop()
})

test('a draft is still there when the user comes back', async () => {
  const { inbox, ready } = openInbox()
  await ready()
  inbox.open('c1', opening).composer.send({ type: 'draft.changed', text: 'half a sent' })
  inbox.leave()
  expect(inbox.open('c1', opening).composer.getSnapshot().context.drafts.text).toBe('half a sent')
  inbox.stop()
})

test('waiting messages are sent after a switch of organization, and their composer then ends [OPEN-097]', async () => {
  const message = { ...messageAdded.example.message, conversationId: 'c1', message: 'Good morning', version: 12 }
  const outbox: { waiting: number; sent: number }[] = []
  const { inbox, live, ready, made } = openInbox(
    { sendMessage: () => ({ ...position, asOf: 12, data: message }) },
    undefined,
    {
      onOutbox: (change) => outbox.push(change),
    },
  )
  await ready()
  live.send({ type: 'browser.offline' })
  const { composer } = inbox.open('c1', opening)
  composer.send({ type: 'draft.changed', text: 'Good morning' })
  composer.send({ type: 'send.requested' })
  inbox.leave()
  const sum = (key: 'waiting' | 'sent') => outbox.reduce((all, change) => all + change[key], 0)
  expect([sum('waiting'), sum('sent')]).toEqual([1, 0])
  inbox.stop()
  expect([made('sendMessage').length, composer.getSnapshot().status]).toEqual([0, 'active'])
  live.send({ type: 'organization.chosen', organizationId: 'org_lakeside' })
  live.send({ type: 'browser.online' })
  live.send({ type: 'socket.connected' })
  await vi.waitFor(() => expect(composer.getSnapshot().status).toBe('stopped'))
  expect(made('sendMessage')[0]?.options.body).toMatchObject({ organizationId: ORG, message: 'Good morning' })
  expect([sum('waiting'), sum('sent')]).toEqual([0, 1])
})

test('inbox ignores a reply that arrives after it was left', async () => {
  let answer: (reply: unknown) => void = () => undefined
  const { inbox, ready, made, notices } = openInbox({
    closeConversation: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await ready()
  inbox.act({ kind: 'close', conversationId: 'c1', status: 'resolved' })
  await vi.waitFor(() => expect(made('closeConversation')).toHaveLength(1))
  inbox.stop()
  answer({ ...position, data: unread, undoId: 'und_1' })
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]?.undo, 'nobody takes back what belongs to another organization').toBeUndefined()
})

test('an open conversation missing from the list after a resync is read again before the tab is live [OPEN-097]', async () => {
  const elsewhere: Conversation = { ...unread, id: 'c9', unreadCount: 0, isUnread: false, status: 'resolved' }
  const log = { head: 10 }
  const now = (data: unknown) => ({ ...position, asOf: log.head, data })
  const answers = {
    conversations: () => now([unread]),
    messages: () => now([]),
    conversation: () => now({ ...elsewhere, version: log.head }),
  }
  const { inbox, live, ready, state } = openInbox(answers, log)
  const version = () => selectedConversation(inbox.list.getSnapshot().context)?.version
  await ready()
  inbox.open('c9', opening)
  await vi.waitFor(() => expect([version(), state()]).toEqual([10, 'live']))
  live.send({ type: 'socket.lost' })
  log.head = 5_000
  live.send({ type: 'browser.returned' })
  live.send({ type: 'socket.connected' })
  expect([version(), state()]).toEqual([10, 'catchingUp'])
  await vi.waitFor(() => expect(state()).toBe('live'))
  expect(version()).toBe(5_000)
  inbox.stop()
})

test('inbox reads its rows and the open conversation again when many patients changed, and moves none', async () => {
  const visit = { appointmentId: 'v1', startsAt: '2024-05-12T15:00:00Z' } as unknown as Conversation['appointment']
  const elsewhere: Conversation = { ...unread, id: 'c9', unreadCount: 0, isUnread: false, status: 'resolved' }
  const other: Conversation = { ...unread, id: 'c2', timestamp: '2020-01-01T00:00:00.000Z' }
  let appointment: Conversation['appointment'] = null
  let head = 10
  const now = (data: unknown) => ({ ...position, asOf: head, data })
  const { inbox, live, ready, made, state } = openInbox({
    // The versions stay, because an import changes none of the conversations.
    conversations: () => ({ ...now([unread, other].map((one) => ({ ...one, appointment }))), cursor: null }),
    conversation: () => now({ ...elsewhere, appointment }),
    messages: () => now([]),
  })
  await ready()
  inbox.open('c9', opening)
  const shown = () => {
    const { context } = inbox.list.getSnapshot()
    const rows = context.rows.map(({ conversation }) => [conversation.id, conversation.appointment?.appointmentId])
    return { rows, open: selectedConversation(context)?.appointment?.appointmentId, waiting: context.waiting.size }
  }
  await vi.waitFor(() => expect(selectedConversation(inbox.list.getSnapshot().context)?.id).toBe('c9'))
  await vi.waitFor(() => expect(state()).toBe('live'))
  inbox.list.send({ type: 'attention.changed', atTop: false, hovering: true, focused: true })
  appointment = visit
  head = 11
  const reload = { ...patientsReloaded.example, organizationId: ORG }
  live.send({
    type: 'relay.events',
    frame: {
      ...{ organizationId: ORG, epoch: 'e1', from: 10, to: 11, counts: noCounts },
      events: [
        {
          ...{ type: 'patients.reloaded', seq: 11, key: 'patients', audience: 'organization', at: '' },
          ...{ epoch: 'e1', organizationId: ORG, counts: noCounts, data: reload },
        },
      ],
    },
  })
  await vi.waitFor(() =>
    expect(shown()).toEqual({
      rows: [
        ['c1', 'v1'],
        ['c2', 'v1'],
      ],
      ...{ open: 'v1', waiting: 0 },
    }),
  )
  await vi.waitFor(() => expect(state()).toBe('live'))
  expect(made('messages')).toHaveLength(1)
  inbox.stop()
})

test('conversation read in this tab opens from memory while the server is away, and a reply carries what was shown [OPEN-097]', async () => {
  const message = { ...messageAdded.example.message, conversationId: 'c1', version: 8 }
  let away = false
  const { inbox, live, ready } = openInbox({
    messages: () => {
      if (away) throw new TypeError('Failed to fetch')
      return { ...position, data: [message] }
    },
  })
  await ready()
  const first = inbox.open('c1', opening)
  await vi.waitFor(() => expect(first.thread.getSnapshot().matches('ready')).toBe(true))
  const { seen } = first.thread.getSnapshot().context
  inbox.leave()
  away = true
  live.send({ type: 'browser.offline' })
  const { thread, composer } = inbox.open('c1', opening)
  expect(thread.getSnapshot().context.messages).toEqual([message])
  await vi.waitFor(() => expect(thread.getSnapshot().matches('failed')).toBe(true))
  expect(thread.getSnapshot().context).toMatchObject({
    messages: [message],
    rememberedAt: new Date('2024-05-10T15:00:00Z'),
    met: 'silent',
  })
  composer.send({ type: 'draft.changed', text: 'See you' })
  composer.send({ type: 'send.requested' })
  expect(composer.getSnapshot().context.bubbles[0]).toMatchObject({ state: 'waiting', seenVersion: seen })
})

test('conversation never read in this tab does not open from memory [OPEN-097]', async () => {
  const { inbox, ready } = openInbox({
    messages: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await ready()
  const { thread } = inbox.open('c1', opening)
  await vi.waitFor(() => expect(thread.getSnapshot().matches('failed')).toBe(true))
  inbox.leave()
  const again = inbox.open('c1', opening)
  expect(again.thread.getSnapshot().context).toMatchObject({ messages: [], epoch: null, rememberedAt: null })
})

test.each([
  ['nothing more', () => undefined, false],
  ['a second text', (type: (text: string) => void) => type('see you'), true],
  [
    'a text that is deleted again',
    (type: (text: string) => void) => {
      type('see')
      type('')
    },
    true,
  ],
])('a text is handled while the user writes %s', async (_what, goOn, isWriting) => {
  let answer: (reply: unknown) => void = () => undefined
  const message = { ...messageAdded.example.message, conversationId: 'c1', direction: 'outbound', version: 12 }
  const { inbox, ready } = openInbox({ sendMessage: () => new Promise((resolve) => (answer = resolve)) })
  await ready()
  const { composer } = inbox.open('c1', opening)
  const type = (text: string) => composer.send({ type: 'draft.changed', text })
  type('Good morning')
  expect(inbox.isWriting('c1')).toBe(true)
  const seen: boolean[] = []
  inbox.onHandled(({ stage, action }) => stage === 'done' && action === null && seen.push(inbox.isWriting('c1')))
  composer.send({ type: 'send.requested' })
  goOn(type)
  await vi.waitFor(() => expect(composer.getSnapshot().matches('sending')).toBe(true))
  answer({ ...position, asOf: 12, data: message })
  await vi.waitFor(() => expect(seen).toEqual([isWriting]))
  expect(inbox.isWriting('elsewhere')).toBe(false)
  inbox.stop()
})
