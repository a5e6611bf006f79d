import { boardRow } from '@foyer/contracts/board/board.rules.ts'
import { boardChanged, dayChanged } from '@foyer/contracts/board/board.ts'
import { deskChanged } from '@foyer/contracts/board/desk.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { Component as Wallboard } from './wallboard-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const ago = (minutes: number) => new Date(Date.parse('2026-11-19T15:16:00Z') - minutes * 60_000).toISOString()
const row = (id: string, minutes: number | null, assigned: readonly string[] = [], version = 1) =>
  boardRow(
    {
      ...{ id, name: 'Rosalind Carver', requestType: 'appointment', type: 'sms', staffAssigned: assigned },
      ...{ waitingSince: minutes === null ? null : ago(minutes), failed: false },
    },
    version,
  )
const BOARD = {
  ...{
    rows: [row('c1', 64), row('c2', 21, ['usr_dana'])],
    truncated: false,
    desks: [{ ...deskChanged.example, version: 1 }],
  },
  ...{ day: { ...dayChanged.example, version: 1 }, relays: { of: 2, upToDate: 2 }, counts: {} },
  ...{
    settings: { lateMinutes: 15, overdueMinutes: 60 },
    organization: { name: 'Cedar', timezone: 'America/Chicago' },
  },
}
const STAFF = [{ _id: 'usr_dana', name: 'Dana Whitfield', email: 'd@demo.test', role: 'agent', version: 1 }]
const usual = {
  board: () => answer(BOARD),
  inboxSettings: () => answer({ ...inboxSetting.default, version: 0 }),
  agents: () => answer(STAFF),
}
const open = (answers: Parameters<typeof showSettings>[1] = {}) => showSettings(<Wallboard />, { ...usual, ...answers })
const longest = () => screen.findByRole('table', { name: 'Longest waits' })

async function openLive() {
  const view = open()
  await longest()
  act(() => live().comeAlive(12))
  return view
}

test('wallboard shows waits, requests, desks and the day, and no name of a patient [DESIGN-17] [OPEN-099]', async () => {
  const { container } = open()
  const rows = within(await longest())
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/Patient CA, Appointment.*No one.*1h 04m/),
    expect.stringMatching(/Dana W\..*21m/),
  ])
  expect(rows[0]?.dataset.conversationId).toBe('c1')
  const requests = screen.getByRole('list', { name: 'Waiting by request' })
  expect(within(requests).getByRole('listitem').textContent).toMatch(/Appointments2.*1 over an hour, 1 over 15 minutes/)
  expect(screen.getByRole('heading', { name: /2\s*waiting for a reply\s*2 past 15 minutes/ })).toBeTruthy()
  const desk = within(screen.getByRole('list', { name: 'On shift' })).getByRole('listitem')
  expect(desk.textContent).toBe('DWDanaOn shift6open')
  expect(screen.getByText('Relays 2 of 2')).toBeTruthy()
  expect(screen.getByText('31 of 48')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Wallboard' })).toBeTruthy()
  expect(container.textContent).not.toMatch(/Rosalind|Carver|555/)
})

test('wallboard follows rows, desks and figures by their events [DESIGN-17]', async () => {
  await openLive()
  tell({ seq: 2, type: 'board.changed', data: row('c1', null, [], 2) })
  tell({ seq: 3, type: 'board.changed', data: row('c3', 1, [], 3) })
  tell({ seq: 4, type: 'desk.changed', data: { ...deskChanged.example, state: 'call', version: 4 } })
  tell({ seq: 5, type: 'day.changed', data: { ...dayChanged.example, received: 149, version: 5 } })
  const table = await longest()
  await waitFor(() => expect(within(table).getAllByRole('row').slice(1)).toHaveLength(2))
  expect(
    within(table)
      .getAllByRole('row')
      .map((one) => one.dataset.conversationId),
  ).toEqual([undefined, 'c2', 'c3'])
  expect(within(screen.getByRole('list', { name: 'On shift' })).getByText('On a call')).toBeTruthy()
  expect(screen.getByText('149')).toBeTruthy()
})

test('wallboard keeps its last board and says since when it is not live [OPEN-099]', async () => {
  const { container } = await openLive()
  await waitFor(() => expect(container.querySelector('[data-update=live]')).toBeTruthy())
  act(() => live().drop())
  await waitFor(() => expect(container.querySelector('[data-update=behind]')?.textContent).toMatch(/, as of \d+:\d\d/))
  expect(within(await longest()).getAllByRole('row')).toHaveLength(3)
})

test('wallboard says that nobody waits and that nobody is on shift', async () => {
  open({ board: () => answer({ ...BOARD, rows: [], desks: [] }) })
  expect(await screen.findAllByText('Nobody waits for a reply.')).toHaveLength(2)
  expect(screen.getByText('Nobody is on shift.')).toBeTruthy()
})

test('wallboard says that more wait than it counts when rows did not fit', async () => {
  open({ board: () => answer({ ...BOARD, truncated: true }) })
  expect(await screen.findByRole('heading', { name: /2\+\s*waiting for a reply\s*2\+ past 15 minutes/ })).toBeTruthy()
  const requests = screen.getByRole('list', { name: 'Waiting by request' })
  expect(within(requests).getByRole('listitem').textContent).toContain('Appointments2+')
})

test('wallboard counts all who wait when only texts that failed did not fit', async () => {
  const rows = [...BOARD.rows, { ...row('c9', null), failed: true }]
  open({ board: () => answer({ ...BOARD, rows, truncated: true }) })
  expect(await screen.findByRole('heading', { name: /2\s*waiting for a reply\s*2 past 15 minutes/ })).toBeTruthy()
})

test('wallboard says that it did not load', async () => {
  open({
    board: () => {
      throw new CallError('Down', 503, { reason: 'unavailable', message: 'Down' })
    },
  })
  expect(await screen.findByText('The wallboard did not load')).toBeTruthy()
})

function Leaving() {
  const [isThere, setIsThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsThere(!isThere)}>
        Leave or come back
      </button>
      {isThere && <Wallboard />}
    </>
  )
}

test('wallboard does not call a remembered board live', async () => {
  let fails = false
  const { container } = showSettings(<Leaving />, {
    ...usual,
    board: () => {
      if (fails) throw new CallError('Down', 503, { reason: 'unavailable', message: 'Down' })
      return answer(BOARD)
    },
  })
  await longest()
  act(() => live().comeAlive(12))
  await waitFor(() => expect(container.querySelector('[data-update=live]')).toBeTruthy())
  fails = true
  const leave = screen.getByRole('button', { name: 'Leave or come back' })
  await userEvent.click(leave)
  await userEvent.click(leave)
  await longest()
  await waitFor(() => expect(container.querySelector('[data-update=behind]')).toBeTruthy())
  expect(container.querySelector('[data-update=live]')).toBeNull()
  expect(container.querySelector('.opacity-70')).toBeTruthy()
})

test('wallboard tells no relays after a count that failed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let fails = false
  open({
    board: () => {
      if (fails) throw new CallError('Down', 503, { reason: 'unavailable', message: 'Down' })
      return answer(BOARD)
    },
  })
  await screen.findByText('Relays 2 of 2')
  fails = true
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  vi.useRealTimers()
  expect(screen.queryByText('Relays 2 of 2')).toBeNull()
})

test('wallboard takes bounds, counts and the clinic from the board before the connection tells of them', async () => {
  const settings = { lateMinutes: 25, overdueMinutes: 120 }
  const organization = { name: 'Cedar Ridge', timezone: 'America/Chicago' }
  const { container } = open({
    board: () => answer({ ...BOARD, settings, organization, counts: { notDelivered: 3, unreadMessages: 8 } }),
  })
  await longest()
  expect(screen.getByRole('heading', { name: /2\s*waiting for a reply\s*1 past 25 minutes/ })).toBeTruthy()
  expect(screen.getByText('25 to 120 min')).toBeTruthy()
  expect(screen.getByText('over 2 hours')).toBeTruthy()
  expect(screen.getByText('Cedar Ridge')).toBeTruthy()
  expect(container.querySelector('[data-figure=notDelivered]')?.textContent).toContain('3texts not delivered')
  expect(container.querySelector('[data-count=unreadMessages]')?.getAttribute('data-value')).toBe('8')
})

test('wallboard says nothing of texts to send again before it knows their number', async () => {
  const { container } = open()
  await longest()
  expect(container.querySelector('[data-figure=notDelivered]')?.textContent).toBe('–texts not delivered')
})

test('a row that is told of is a state of the event', () => {
  expect(boardChanged.data.parse(row('c1', 4))).toEqual(row('c1', 4))
})
