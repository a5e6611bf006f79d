import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import { type Scheduled, scheduledExample } from '@foyer/contracts/inbox/scheduled.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { createLive, forgetLives } from '../../../../test/controlled-live.ts'
import { CallError } from '../../../api/call-error.ts'
import type { Api } from '../../../api/client.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { Live } from '../../../parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { createAppState } from '../../../state/app-state.ts'
import { ScheduledTexts } from '../thread/scheduled-texts.tsx'
import { composerMachine, type SendRequest, type SendResult } from './composer.machine.ts'
import { Composer } from './composer.tsx'

const now = new Date('2026-11-19T15:16:00Z')
const me = { _id: 'usr_lena', name: 'Lena Kim' }
const colleagues = [me, { _id: 'usr_dana', name: 'Dana Whitfield' }]
const conversation = { ...conversationExample, id: 'c1' }
const organization = {
  _id: 'org_cedar',
  name: 'Cedar Ridge',
  type: 'medicalGroup',
  timezone: 'UTC',
  role: 'agent',
} as const
const canned = [
  { _id: 'k1', organizationId: 'org_cedar', title: 'Refill sent', message: 'Your refill was sent, {{firstName}}.' },
  { _id: 'k2', organizationId: 'org_cedar', title: 'Results are in', message: 'Please ask {{doctorName}}.' },
]

// Imported before the tests, so that none of them waits for a chunk.
await Promise.all([
  import('./canned-picker.tsx'),
  import('./mention-picker.tsx'),
  import('./file-chips.tsx'),
  import('../../../ui/menu-panel.tsx'),
])

beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => undefined }))
})

afterEach(() => {
  cleanup()
  forgetLives()
})

type Answers = Record<string, (body: Record<string, unknown>) => unknown>

function open(
  answers: Answers = {},
  change: Partial<typeof conversation> = {},
  members: readonly HouseholdMember[] = [],
) {
  const asked: { name: string; body: Record<string, unknown>; idempotencyKey?: string }[] = []
  const sends: SendRequest[] = []
  const position = { code: 'ok', epoch: 'e1', asOf: 10, cursor: null }
  const known: Answers = {
    cannedMessages: () => ({ code: 'ok', data: canned }),
    scheduledMessages: () => ({ ...position, data: [] }),
    preferences: () => ({
      ...position,
      data: { ...preferencesSetting.default, organizationId: 'org_cedar', user: me._id, version: 0 },
    }),
    inboxSettings: () => ({ ...position, data: { ...inboxSetting.default, version: 0 } }),
    ...answers,
  }
  const api = (async (name: string, options: { body?: Record<string, unknown>; idempotencyKey?: string } = {}) => {
    const { body = {}, idempotencyKey } = options
    asked.push({ name, body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
    const answer = known[name]
    if (!answer) throw new Error(`unexpected call of ${name}`)
    return answer(body)
  }) as unknown as Api
  const app = createAppState({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const user = { ...me, sub: 's', email: 'lena@demo.test', picture: null, organizations: [organization] }
  app.signIn(user, [organization])
  const clock = { now: () => now, elapsed: () => 0 }
  const live = createLive({
    token: {} as never,
    checkSession: async () => true,
    organizationId: 'org_cedar',
    random: () => 0,
  })
  const onClose = vi.fn()
  const resolves: ((result: SendResult) => void)[] = []
  let ids = 0
  const composer = createActor(
    composerMachine.provide({
      actors: {
        send: fromPromise<SendResult, SendRequest>(({ input }) => {
          sends.push(input)
          return new Promise((resolve) => resolves.push(resolve))
        }),
      },
    }),
    {
      input: {
        conversationId: 'c1',
        userId: me._id,
        connection: 'live',
        screen: () => ({ seen: 7, messages: [] }),
        clock,
        newId: () => {
          ids += 1
          return `key${ids}`
        },
      },
    },
  ).start()
  const parts = { api, app, clock } as AppServices
  const onMail = vi.fn()
  const shared = { composer, now, timezone: 'America/Chicago', phone: false }
  render(
    <KeyboardProvider>
      <ServicesContext value={parts}>
        <Live value={live}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <ScheduledTexts {...shared} conversation={conversation} userId={me._id} />
            <Composer
              {...shared}
              conversation={{ ...conversation, ...change }}
              messages={[messageExample]}
              members={members}
              me={me}
              colleagues={colleagues}
              offline={false}
              onPresence={() => undefined}
              onMail={onMail}
              onClose={onClose}
            />
          </QueryClientProvider>
        </Live>
      </ServicesContext>
    </KeyboardProvider>,
  )
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  const of = (name: string) => asked.filter((one) => one.name === name)
  return { composer, sends, box, of, onMail, onClose, resolves, user: userEvent.setup() }
}

const file = (name: string, type: string) => new File(['bytes'], name, { type })

const family = ['Rosalind Carver', 'Elias Carver'].map((name, place) => ({
  ...{ _id: `p${place + 1}`, name, birthdate: null, mrn: null },
}))

test('composer asks whom a message is about where several share the number, and sends it with the message [CALL-INBOX-08]', async () => {
  const { sends, user, box, resolves } = open({}, {}, family)
  await user.click(await screen.findByRole('button', { name: 'About: Everyone' }))
  await user.click(await screen.findByRole('option', { name: 'Elias' }))
  await user.type(box(), 'He can come at 10')
  await user.click(screen.getByRole('button', { name: 'Send later' }))
  const entry = await screen.findByRole('menuitem', { name: /Send later/ })
  expect(entry.textContent).toContain('A text about one patient goes out at once.')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sends[0]?.bubble).toMatchObject({ text: 'He can come at 10', about: 'p2' })
  expect(resolves).toBeDefined()
  screen.getByRole('button', { name: 'About: Elias' })
})

test('composer asks about no one for a number of one patient', () => {
  open()
  expect(screen.queryByRole('button', { name: /^About/ })).toBeNull()
})

test('composer is about no one once the chosen patient has left the number', async () => {
  const { composer } = open({}, {}, family)
  act(() => composer.send({ type: 'about.changed', about: 'p9' }))
  await screen.findByRole('button', { name: 'About: Everyone' })
  await vi.waitFor(() => expect(composer.getSnapshot().context.about).toBeNull())
})

test('composer shows picked files with size, removes them, and sends them without text [INBOX-03]', async () => {
  const { sends, user } = open()
  await user.upload(screen.getByLabelText('Files to attach'), [
    file('card.png', 'image/png'),
    file('prep.pdf', 'application/pdf'),
  ])
  const chips = await screen.findByRole('list', { name: 'Attached files' })
  expect(
    within(chips)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['card.png5 bytes', 'prep.pdf5 bytes'])
  await user.click(screen.getByRole('button', { name: 'Remove prep.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sends[0]?.bubble).toMatchObject({ text: '', files: [{ name: 'card.png' }] })
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
})

test('composer takes pasted and dropped files and leaves out those beyond the limit [INBOX-03]', async () => {
  const { box } = open()
  const files = Object.assign([file('a.png', 'image/png')], { item: () => null })
  fireEvent.paste(box(), { clipboardData: { files } })
  await screen.findByText('a.png')
  const many = Array.from({ length: 10 }, (_, place) => file(`f${place}.pdf`, 'application/pdf'))
  fireEvent.drop(box(), { dataTransfer: { files: many, types: ['Files'] } })
  expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(10)
})

test('composer opens canned messages by slash, filters by typing, and inserts on Enter [INBOX-04] [CALL-INBOX-16]', async () => {
  const { box, user } = open()
  await user.type(box(), '/')
  const list = await screen.findByRole('listbox', { name: 'Canned messages' })
  await within(list).findByRole('option', { name: 'Refill sent' })
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(canned.map(({ title }) => title))
  screen.getByText('Your refill was sent, Rosalind.')
  await user.type(box(), 'res')
  expect(within(list).getAllByRole('option')).toHaveLength(1)
  expect(list.querySelector('mark')?.textContent).toBe('Res')
  expect(box().getAttribute('aria-activedescendant')).toBe(within(list).getByRole('option').id)
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Please ask {{doctorName}}.')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('composer replaces the word with the slash alone in the middle of a text [INBOX-04]', async () => {
  const { box, user } = open()
  await user.type(box(), 'Hello.  Bye.')
  box().setSelectionRange(7, 7)
  await user.keyboard('/refi')
  await screen.findByRole('option', { name: 'Refill sent' })
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Hello. Your refill was sent, Rosalind. Bye.')
  expect(box().selectionStart).toBe('Hello. Your refill was sent, Rosalind.'.length)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a blank or Escape leaves a slash as text [INBOX-04]', async () => {
  const { box, user } = open()
  await user.type(box(), '1:30 /')
  await screen.findByRole('option', { name: 'Refill sent' })
  await user.keyboard(' 3:00')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.clear(box())
  await user.type(box(), 'Is it 1:30 /')
  await screen.findByRole('option', { name: 'Refill sent' })
  await user.keyboard('{Escape}3:00 or later')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('Is it 1:30 /3:00 or later')
  // Another slash asks again.
  await user.keyboard(' /re')
  await screen.findByRole('option', { name: 'Refill sent' })
})

test.each([
  ['Ctrl Enter', '{Control>}{Enter}{/Control}'],
  ['Ctrl Shift Enter', '{Control>}{Shift>}{Enter}{/Shift}{/Control}'],
])('composer does not send a text with a missing detail by %s, and selects the gap [INBOX-04]', async (_, keys) => {
  const { box, user, sends } = open()
  await user.click(box())
  await user.paste('Please ask {{doctorName}}.')
  expect(screen.getByRole('alert').textContent).toContain('{{doctorName}} is not known')
  box().setSelectionRange(0, 0)
  await user.keyboard(keys)
  expect(sends).toEqual([])
  expect(box().value.slice(box().selectionStart, box().selectionEnd)).toBe('{{doctorName}}')
  await user.keyboard('Dr. Shah')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sends[0]?.bubble.text).toBe('Please ask Dr. Shah.')
})

test('composer does not schedule a text with a missing detail [INBOX-04]', async () => {
  const { box, user, of } = open()
  await user.click(box())
  await user.paste('Please ask {{doctorName}}.')
  await user.click(screen.getByRole('button', { name: 'Send later' }))
  await user.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  expect(of('scheduleMessage')).toEqual([])
  expect(screen.getByRole('alert').textContent).toContain('{{doctorName}} is not known')
  expect(box().value).toBe('Please ask {{doctorName}}.')
})

const sendAndClose = '{Control>}{Shift>}{Enter}{/Shift}{/Control}'
const failure = { status: 422, reason: null, message: 'No', detail: undefined, issues: [], conversation: null }

test('Ctrl Shift Enter closes the conversation after the text was sent and not before [DESIGN-13] [INBOX-07]', async () => {
  const { box, user, sends, resolves, onClose } = open()
  await user.click(box())
  await user.keyboard(sendAndClose)
  expect(sends).toEqual([])
  await user.type(box(), 'See you at two.')
  await user.keyboard(sendAndClose)
  expect([sends[0]?.bubble.text, onClose.mock.calls.length]).toEqual(['See you at two.', 0])
  await act(async () => resolves[0]?.({ ok: true, message: messageExample, epoch: 'e1' }))
  expect(onClose).toHaveBeenCalledOnce()
  await user.type(box(), 'One more.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await act(async () => resolves[1]?.({ ok: true, message: messageExample, epoch: 'e1' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('send and close does not close after a refusal, even when a retry succeeds [DESIGN-13]', async () => {
  const { box, user, composer, resolves, onClose } = open()
  await user.type(box(), 'See you at two.')
  await user.keyboard(sendAndClose)
  await act(async () => resolves[0]?.({ ok: false, failure }))
  const key = composer.getSnapshot().context.bubbles[0]?.key ?? ''
  act(() => composer.send({ type: 'bubble.retried', key }))
  await act(async () => resolves[1]?.({ ok: true, message: messageExample, epoch: 'e1' }))
  expect([composer.getSnapshot().context.bubbles, onClose.mock.calls]).toEqual([[], []])
})

test('send and close closes when a refused text is sent again by it [DESIGN-13] [OPEN-092]', async () => {
  const { box, user, resolves, onClose } = open()
  await user.type(box(), 'See you at two.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await act(async () => resolves[0]?.({ ok: false, failure }))
  await user.click(box())
  await user.keyboard(sendAndClose)
  await act(async () => resolves[1]?.({ ok: true, message: messageExample, epoch: 'e1' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the button opens canned messages with a search field, and the text is inserted at the caret [INBOX-04]', async () => {
  const { box, user } = open()
  await user.type(box(), 'Hello. Bye.')
  box().setSelectionRange(6, 6)
  await user.click(screen.getByRole('button', { name: 'Canned messages' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Search canned messages' }), 'refill')
  await screen.findByRole('option', { name: /Refill/ })
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Hello. Your refill was sent, Rosalind. Bye.')
})

test('Escape closes the list, keeps the text, and does not reach the page', async () => {
  const { box, user } = open()
  await user.type(box(), '/re')
  await screen.findByRole('option', { name: 'Refill sent' })
  await user.keyboard('{Escape}')
  expect([screen.queryByRole('listbox'), box().value]).toEqual([null, '/re'])
})

test('canned messages that fail to load say so and can be loaded again [ERR-23]', async () => {
  let fails = true
  const { box, user } = open({
    cannedMessages: () => {
      if (fails) throw new CallError('Failed to fetch canned messages', 500, null)
      return { code: 'ok', data: canned }
    },
  })
  await user.type(box(), '/')
  await screen.findByText('Failed to fetch canned messages')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByRole('option', { name: 'Refill sent' })
})

test('@ in a note mentions a colleague', async () => {
  const { box, user, sends, composer } = open()
  act(() => composer.send({ type: 'mode.changed', mode: 'note' }))
  await user.type(box(), 'Ask @wh')
  await screen.findByRole('option', { name: /Dana Whitfield/ })
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Ask @Dana Whitfield ')
  await user.keyboard('please{Control>}{Enter}{/Control}')
  expect(sends[0]?.bubble).toMatchObject({ text: 'Ask @Dana Whitfield please', mentions: ['usr_dana'], private: true })
})

test('a note with a file mentions a colleague too', async () => {
  const { box, user, sends, composer } = open()
  act(() => composer.send({ type: 'mode.changed', mode: 'note' }))
  await user.type(box(), '@wh')
  await screen.findByRole('option', { name: /Dana Whitfield/ })
  await user.keyboard('{Enter}')
  act(() => composer.send({ type: 'files.changed', files: [file('card.csv', 'text/csv')] }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sends[0]?.bubble).toMatchObject({ mentions: ['usr_dana'], files: [{ name: 'card.csv' }], private: true })
})

test('composer schedules a text for tomorrow and shows it in the thread until it is cancelled', async () => {
  const kept = (change: Partial<Scheduled>) => ({
    code: 'ok',
    epoch: 'e1',
    asOf: 11,
    data: { ...scheduledExample, conversationId: 'c1', ...change },
  })
  const { box, user, of } = open({
    scheduleMessage: ({ message, sendAt }) => kept({ message: String(message), sendAt: String(sendAt) }),
    cancelScheduledMessage: () =>
      kept({ status: 'cancelled', reason: 'Cancelled by Lena Kim.', endedAt: now.toISOString(), version: 12 }),
  })
  await user.type(box(), 'Please come fasting.')
  await user.click(screen.getByRole('button', { name: 'Send later' }))
  await user.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  await screen.findByText('Goes out tomorrow at 8:00 AM')
  expect(box().value).toBe('')
  expect(of('scheduleMessage')).toEqual([
    {
      name: 'scheduleMessage',
      body: {
        organizationId: 'org_cedar',
        conversationId: 'c1',
        message: 'Please come fasting.',
        sendAt: '2026-11-20T14:00:00.000Z',
        seenVersion: 7,
      },
      idempotencyKey: 'key1',
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByText('Please come fasting.')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
})

test('“Send now” cancels the scheduled text first and then sends it once', async () => {
  const waiting = { ...scheduledExample, conversationId: 'c1', message: 'Come at nine.' }
  const { user, sends } = open({
    scheduledMessages: () => ({ code: 'ok', epoch: 'e1', asOf: 11, cursor: null, data: [waiting] }),
    cancelScheduledMessage: () => ({
      code: 'ok',
      epoch: 'e1',
      asOf: 12,
      data: { ...waiting, status: 'cancelled', version: 12 },
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Send now' }))
  await vi.waitFor(() => expect(sends[0]?.bubble.text).toBe('Come at nine.'))
})

test('composer offers call, e-mail and note when the patient cannot be texted [NOTIF-01]', async () => {
  const { onMail, box, user } = open({}, { smsStatus: 'opted_out', email: 'rosalind@patients.test' })
  expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+15125550142')
  await user.click(screen.getByRole('button', { name: 'Send email' }))
  expect(onMail).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Write a note' }))
  box()
})

test('e-mail button says why it is disabled when there is no address [NOTIF-01]', async () => {
  const { onMail, user } = open({}, { smsStatus: 'blocked', email: null })
  const button = screen.getByRole('button', { name: 'Send email' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(onMail).not.toHaveBeenCalled()
})
