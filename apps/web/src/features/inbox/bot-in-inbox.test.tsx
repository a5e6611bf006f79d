import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Message, messageExample } from '@foyer/contracts/inbox/message.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { now, ok, refused, showPanelPart, timezone } from '../../../test/panel-world.tsx'
import { changeBy, doneWords } from './conversation-actions.rules.ts'
import { ConversationRow } from './list/conversation-row.tsx'
import { BotAnswers } from './panel/bot-answers.tsx'
import { HandToBot } from './panel/hand-to-bot.tsx'
import { ThreadNotices } from './panel/thread-notices.tsx'
import { conversationCommands } from './thread/conversation-commands.rules.ts'
import { MessageBubble } from './thread/message-bubble.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
})

const bot: NonNullable<Conversation['bot']> = {
  ...{ sessionId: 's1', flowId: 'bot_northgate', name: 'Northgate website assistant', version: 3 },
  ...{ nodeId: 'who', title: 'Who are you?', since: '2026-11-19T15:00:00.000Z', waitingFor: 'patient' },
}
const answered: Conversation = { ...conversationExample, id: 'c1', staffAssigned: [], bot }
const free: Conversation = { ...answered, bot: null }

function showRow(conversation: Conversation) {
  const view = { now, timezone, openTime: openTime(timezone, null), userId: 'usr_lena', viewing: null }
  return render(
    <ConversationRow
      {...{ conversation, ...view }}
      selected={false}
      fresh={false}
      leaving={null}
      visit={null}
      draft={undefined}
    />,
  )
}

test('row names the block in which the assistant stands, and no longer says that nobody has it [BOT-01]', () => {
  const { unmount } = showRow(answered)
  expect(screen.getByText('Who are you?').parentElement?.textContent).toBe('assistant at Who are you?')
  expect(screen.queryByText('Unassigned')).toBeNull()
  unmount()
  showRow(free)
  expect(screen.queryByText('Who are you?')).toBeNull()
  expect(screen.getByText('Unassigned')).toBeTruthy()
})

function showNotice(conversation: Conversation, offline = false) {
  const onAct = vi.fn()
  const rest = { onRead: vi.fn(), onAssign: vi.fn(), onAct }
  showPanelPart(<ThreadNotices {...{ conversation, now, timezone, offline }} userId="usr_lena" {...rest} />)
  return onAct
}

test('head of the thread names assistant and block, and “Take over” takes it off [BOT-01]', async () => {
  const onAct = showNotice(answered)
  expect(screen.getByRole('region', { name: 'Assistant' }).textContent).toContain(
    'Northgate website assistant: Who are you?',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(onAct).toHaveBeenCalledExactlyOnceWith({ kind: 'takeOver', conversationId: 'c1' })
})

test('“Take over” waits for the connection', async () => {
  const onAct = showNotice(answered, true)
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(onAct).not.toHaveBeenCalled()
})

test('changeBy takes the assistant off at once', () => {
  const action = { kind: 'takeOver', conversationId: 'c1' } as const
  expect(changeBy(action, answered, 'usr_lena')).toEqual({ bot: null })
  expect(doneWords(action)).toBe('You took over')
})

test('commands offer an assistant only where none answers', () => {
  const titles = (conversation: Conversation) => {
    const me = { _id: 'usr_lena', name: 'Lena Kim' }
    const facts = { conversation, now, timezone, hours: null, me, colleagues: [], teams: [] }
    return conversationCommands(facts as unknown as Parameters<typeof conversationCommands>[0]).map(
      ({ title }) => title,
    )
  }
  expect(titles(free)).toContain('Hand to an assistant')
  expect(titles(answered)).not.toContain('Hand to an assistant')
})

const session = {
  ...{ sessionId: 's1', flowId: 'bot_northgate', name: 'Northgate website assistant', version: 3, nodeId: 'who' },
  ...{ startedAt: '2026-11-19T15:00:00.000Z', endedAt: null, endedAs: null },
  answers: [
    { key: 'requestType', label: 'Request type', value: 'Book a visit', verified: false },
    { key: 'adult', label: 'Adult', value: true, verified: true },
  ],
  path: [{ nodeId: 'who', title: 'Who are you?', at: '2026-11-19T15:10:00.000Z' }],
}

test('panel shows what the assistant was told and where it stands [BOT-01]', async () => {
  showPanelPart(<BotAnswers conversation={answered} {...{ now, timezone }} />, { botSession: () => ok(session) })
  expect((await screen.findByText('Book a visit')).closest('dl')?.textContent).toBe('Request typeBook a visit')
  expect(screen.getByText('Adult').closest('dl')?.textContent).toBe('AdultYesverified')
  expect(screen.getByText('Now at').closest('dl')?.textContent).toBe('Now atWho are you?')
})

test('panel says where an ended assistant stopped, also without answers', async () => {
  const ended = { ...session, answers: [], endedAt: '2026-11-19T15:12:00.000Z', endedAs: 'handedOver' }
  showPanelPart(<BotAnswers conversation={free} {...{ now, timezone }} />, { botSession: () => ok(ended) })
  expect((await screen.findByText('Stopped at')).closest('dl')?.textContent).toBe('Stopped atWho are you?')
  expect(screen.getByText('No answers yet')).toBeTruthy()
})

test('panel says when the answers did not load, and loads them again', async () => {
  let tries = 0
  showPanelPart(<BotAnswers conversation={answered} {...{ now, timezone }} />, {
    botSession: () => (++tries === 1 ? refused('No', 500) : ok(session)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load again' }))
  expect(await screen.findByText('Book a visit')).toBeTruthy()
})

const flows = [
  { _id: 'bot_refill', name: 'Prescription refills', status: 'live', publishedVersion: 2 },
  { _id: 'bot_old', name: 'Old one', status: 'paused', publishedVersion: 1 },
]

test('dialog hands the conversation to a live assistant, and a retry keeps its key [BOT-01]', async () => {
  let tries = 0
  const [onRead, onClose] = [vi.fn(), vi.fn()]
  const { of } = showPanelPart(<HandToBot conversation={free} offline={false} {...{ onRead, onClose }} />, {
    chatbotFlows: () => ok(flows),
    botStart: () =>
      ++tries === 1
        ? refused('Failed to start the chatbot', 409, { reason: 'conflict', message: 'This chatbot is not live.' })
        : ok(answered),
  })
  const choice = await screen.findByRole('button', { name: /Prescription refills, version 2/ })
  expect(screen.queryByRole('button', { name: /Old one/ })).toBeNull()
  await userEvent.click(choice)
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(choice)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onRead).toHaveBeenCalledExactlyOnceWith({ epoch: 'e1', conversation: answered })
  const [first, second] = of('botStart')
  expect(first!.body).toEqual({ organizationId: 'org_cedar', conversationId: 'c1', flowId: 'bot_refill' })
  expect(second!.idempotencyKey).toBe(first!.idempotencyKey)
})

test('dialog says that no assistant is live', async () => {
  const rest = { onRead: vi.fn(), onClose: vi.fn() }
  showPanelPart(<HandToBot conversation={free} offline={false} {...rest} />, { chatbotFlows: () => ok([]) })
  expect(await screen.findByText('No assistant is live')).toBeTruthy()
})

test('bubble shows the choices that an assistant offered', async () => {
  const message: Message = {
    ...messageExample,
    ...{ direction: 'outbound' as const, user: null, automatic: true, message: 'How can we help today?' },
    prompt: { kind: 'choice', choices: ['Book a visit', 'Refill'] },
  }
  render(
    <MemoryRouter>
      <MessageBubble message={message} name="Rosalind" timezone={timezone} userId="usr_lena" />
    </MemoryRouter>,
  )
  const list = await screen.findByRole('list', { name: 'Choices offered' })
  expect(list.textContent).toBe('Book a visitRefill')
})
