import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { ok, type RecordedCall, refused, showPanelPart } from '../../../test/panel-world.tsx'
import { CommandBar } from './command-bar.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  forgetLives()
  vi.unstubAllGlobals()
})

const carver: Conversation = {
  ...conversationExample,
  id: 'c1',
  patientId: 'p1',
  name: 'Rosalind Carver',
  status: 'open',
}
const people = [
  { _id: 'p1', name: 'Rosalind Carver', phoneNumber: '+15125550142', kind: 'patient' },
  { _id: 'p2', name: 'Elias Carver', phoneNumber: '+15125550142', kind: 'patient' },
]

function open(answers: Record<string, (asked: RecordedCall) => unknown> = {}) {
  const [onChoose, onClose] = [vi.fn(), vi.fn()]
  const shown = showPanelPart(
    <CommandBar
      organizationId="org_cedar"
      userId="usr_lena"
      pages={[{ id: '/inbox', title: 'Inbox', keys: ['g i'] }]}
      actions={[{ id: 'close', title: 'Close conversation', keys: ['e'] }]}
      onChoose={onChoose}
      onClose={onClose}
    />,
    { searchUsers: () => ok(people), conversations: () => ok([carver]), ...answers },
  )
  const field = screen.getByRole('combobox', { name: 'Go to a patient, conversation or page' })
  return { ...shown, onChoose, onClose, field, user: userEvent.setup() }
}

const group = (name: string) => within(screen.getByRole('group', { name }))

test('command bar has the focus and offers pages and actions with their keys [DESIGN-13]', async () => {
  const { field, user, onChoose } = open()
  expect(document.activeElement).toBe(field)
  group('Pages').getByRole('option', { name: 'Inbox' })
  expect(group('Actions').getByRole('option', { name: 'Close conversation' }).textContent).toContain('E')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ kind: 'action', id: 'action close' }))
})

test('command bar finds conversations of every status and patients, and Enter takes the first [DESIGN-13] [CALL-INBOX-21]', async () => {
  const { user, of, onChoose } = open()
  await user.paste('carver')
  await screen.findByText('2 results')
  group('Conversations').getByRole('option', { name: /Rosalind Carver/ })
  group('Patients to write to').getByRole('option', { name: /Elias Carver/ })
  expect(of('conversations')[0]?.query).toMatchObject({
    organizationId: 'org_cedar',
    status: ['all'],
    search: 'carver',
  })
  expect(of('searchUsers').map(({ query }) => query)).toEqual([{ organizationId: 'org_cedar', search: 'carver' }])
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledWith({ kind: 'conversation', id: 'conversation c1', conversation: carver })
})

test('command bar searches only patients for a name with characters that conversations cannot be searched for [DESIGN-13] [RULE-06]', async () => {
  const { user, of } = open({ searchUsers: () => ok([{ ...people[1], name: "José O'Hara" }]) })
  // Typed letter by letter, the first letter might be searched for.
  await user.paste("o'hara")
  await screen.findByRole('option', { name: /José O'Hara/ })
  expect(of('conversations')).toEqual([])
})

test('command bar says what to try when nothing matches [DESIGN-13]', async () => {
  const { user } = open({ searchUsers: () => ok([]), conversations: () => ok([]) })
  await user.keyboard('zzz')
  await screen.findByText('Nothing matches “zzz”. Try a name, a phone number or an MRN.')
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('command bar says that a search failed, retries it, and keeps the actions [DESIGN-13]', async () => {
  let fails = true
  const { user } = open({ searchUsers: () => (fails ? refused('Failed', 503) : ok(people)) })
  await user.keyboard('c')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Patients and conversations could not be looked up.')
  screen.getByRole('option', { name: 'Close conversation' })
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: /Rosalind Carver/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('command bar says that it is offline and searches after the reconnect [DESIGN-13]', async () => {
  const { user, of } = open()
  act(() => live().browser({ type: 'browser.offline' }))
  await user.keyboard('carver')
  await screen.findByText(/You are offline/)
  expect(of('searchUsers')).toEqual([])
  act(() => live().browser({ type: 'browser.online' }))
  await screen.findByRole('option', { name: /Rosalind Carver/ })
})

test.each(['{Escape}', '{Control>}k{/Control}'])('%s closes the command bar at once [DESIGN-13]', async (keys) => {
  const { user, onClose } = open()
  await user.keyboard('ca')
  await user.keyboard(keys)
  expect(onClose).toHaveBeenCalledOnce()
})
