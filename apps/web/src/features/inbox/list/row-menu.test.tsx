import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { STATUS } from '@foyer/contracts/inbox/status.rules.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { VirtuosoMockContext } from 'react-virtuoso'
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import type { BulkResult } from './bulk.rules.ts'
import { conversationListMachine } from './conversation-list.machine.ts'
import { ConversationList } from './conversation-list.tsx'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { type BulkRequest, selectionMachine } from './selection.machine.ts'
import { loadVirtualRows } from './use-virtual-rows.ts'

await loadVirtualRows()

const clock = { now: () => new Date('2026-11-19T15:16:00Z') }

beforeEach(() => stubBrowser())

async function list(changes: readonly Partial<Conversation>[], { offline = false } = {}) {
  const items = changes.map((change, place) => ({ ...conversationExample, id: `c${place}`, ...change }))
  const page: Page = { items, cursor: null, asOf: 100, epoch: 'e1' }
  const machine = conversationListMachine.provide({
    actors: { loadPage: fromPromise<Page, PageRequest>(async () => page) },
  })
  const filters = { ...defaultFilters('usr_lena'), status: STATUS.ALL }
  const actor = createActor(machine, { input: { filters, timezone: 'UTC', clock, random: () => 0 } }).start()
  const apply = fromPromise<BulkResult, BulkRequest>(() => new Promise(() => undefined))
  const selection = createActor(selectionMachine.provide({ actors: { apply } })).start()
  const onAct = vi.fn()
  render(
    <MemoryRouter>
      <VirtuosoMockContext value={{ viewportHeight: 720, itemHeight: 72 }}>
        <ConversationList
          {...{ list: actor, selection, offline, onAct }}
          rowHeight={72}
          openTime={openTime('UTC', null)}
          linkTo={(id) => ({ to: `?conversation=${id}`, replace: false, state: null })}
          onShowEverything={() => undefined}
          onSearchMessages={() => undefined}
          drafts={new Map()}
          now={clock.now()}
          timezone="UTC"
          userId="usr_lena"
          viewing={null}
        />
      </VirtuosoMockContext>
    </MemoryRouter>,
  )
  await screen.findAllByRole('listitem')
  return { onAct, selection }
}

const READ: Partial<Conversation> = {
  name: 'Rosalind Carver',
  unreadCount: 0,
  isUnread: false,
  status: 'open',
  starredBy: [],
}
const entries = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)

test('row menu closes, stars and marks unread without opening the conversation [INBOX-07]', async () => {
  const { onAct } = await list([READ])
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Rosalind Carver' }))
  expect(await entries()).toEqual(['Mark as unread', 'Star conversation', 'Close conversation', 'Select'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Close conversation' }))
  expect(onAct.mock.calls).toEqual([[{ kind: 'close', conversationId: 'c0', status: 'resolved' }]])
})

test('context menu of a row opens by key and by mouse, and its arrow keys do not move the list', async () => {
  const { onAct } = await list([READ, { ...READ, name: 'Miguel Santos' }])
  const link = screen.getByRole('link', { name: /Rosalind Carver/ })
  act(() => link.focus())
  expect(fireEvent.contextMenu(link), "the browser's own does not open over it").toBe(false)
  expect(await entries()).toContain('Mark as unread')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onAct.mock.calls).toEqual([[{ kind: 'star', conversationId: 'c0' }]])
})

test('row menu leaves out what is so already or not possible now', async () => {
  await list([{ ...READ, unreadCount: 2, isUnread: true, starredBy: ['usr_lena'] }], { offline: true })
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Rosalind Carver' }))
  expect(await entries()).toEqual(['Remove the star', 'Select'])
})

test('row menu reopens a closed conversation and selects a row', async () => {
  const { onAct, selection } = await list([{ ...READ, status: 'resolved' }])
  const dots = () => screen.getByRole('button', { name: 'Actions for Rosalind Carver' })
  await userEvent.click(dots())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reopen' }))
  expect(onAct).toHaveBeenLastCalledWith({ kind: 'close', conversationId: 'c0', status: 'open' })
  await userEvent.click(dots())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }))
  expect([...selection.getSnapshot().context.ids]).toEqual(['c0'])
})

test('Tab reaches the menu button of one row only', async () => {
  await list([READ, { ...READ, name: 'Miguel Santos' }])
  const dots = screen.getAllByRole('button', { name: /^Actions for/ })
  expect(dots.map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
})

/** Dispatches touch events, which jsdom has no way to simulate. */
function finger(target: Element, moves: readonly (readonly [x: number, y: number])[], end: 'Up' | 'Cancel' = 'Up') {
  const at = ([x, y]: readonly [number, number]) => ({
    pointerType: 'touch',
    pointerId: 1,
    isPrimary: true,
    clientX: 200 + x,
    clientY: 300 + y,
  })
  const fire = (kind: string, place: readonly [number, number]) =>
    fireEvent(target, Object.assign(new Event(`pointer${kind}`, { bubbles: true }), at(place)))
  fire('down', [0, 0])
  for (const move of moves) fire('move', move)
  fire(end.toLowerCase(), moves.at(-1) ?? [0, 0])
}

test.each([
  [
    'marks it unread when it goes right past the threshold',
    [
      [20, 0],
      [120, 0],
    ],
    'Up',
    'markUnread',
  ],
  [
    'closes it when it goes left past the threshold',
    [
      [-20, 0],
      [-120, 0],
    ],
    'Up',
    'close',
  ],
  [
    'does nothing when the way is short',
    [
      [20, 0],
      [60, 0],
    ],
    'Up',
    null,
  ],
  [
    'does nothing when it scrolls',
    [
      [0, 20],
      [120, 30],
    ],
    'Up',
    null,
  ],
  [
    'does nothing when the browser takes the touch over',
    [
      [20, 0],
      [120, 0],
    ],
    'Cancel',
    null,
  ],
] as const)('a finger on a row %s [OPEN-094]', async (_, moves, end, kind) => {
  Element.prototype.setPointerCapture ??= () => undefined
  const { onAct } = await list([READ])
  finger(screen.getByRole('link'), moves, end)
  expect(onAct.mock.calls.map(([action]) => action.kind)).toEqual(kind === null ? [] : [kind])
})
