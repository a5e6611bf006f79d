import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type HistoryEntry, historyEntryExample } from '@foyer/contracts/inbox/history.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { type Asked, now, ok, refused, showPanelPart, timezone } from '../../../../test/panel-world.tsx'
import { FilesTab } from './files-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { SeenBy } from './seen-by.tsx'

const conversation = { ...conversationExample, id: 'c1' }
const shared = { conversation, userId: 'usr_lena', now, timezone }

beforeEach(() => {
  stubBrowser()
  let made = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: () => undefined }),
  )
})
afterEach(() => {
  cleanup()
  forgetLives()
})

const entry = (position: number, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...historyEntryExample,
  conversationId: 'c1',
  position,
  change: { kind: 'markedUnread' },
  ...change,
})
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

/** The stream's next event; the snapshot was of `seq` 1. */
function tell(seq: number, data: HistoryEntry) {
  const envelope = { epoch: 'e1', organizationId: 'org_cedar', seq, at: data.at, counts: noCounts }
  const told = {
    type: 'history.added' as const,
    key: `c1#${data.position}`,
    audience: 'conversation:c1' as const,
    data,
  }
  const frame = { organizationId: 'org_cedar', epoch: 'e1', from: seq - 1, to: seq, counts: noCounts }
  act(() => live().tell({ type: 'relay.events', frame: { ...frame, events: [{ ...envelope, ...told }] } }))
}

test('the history is told newest first, older entries by the cursor', async () => {
  const { of } = showPanelPart(<HistoryTab {...shared} />, {
    conversationHistory: ({ query }) =>
      query.cursor === undefined
        ? { ...ok([entry(3, { change: { kind: 'starred', staff: 'usr_sam' } }), entry(2)]), cursor: 'k' }
        : ok([entry(1, { change: { kind: 'status', from: 'open', to: 'resolved' } })]),
  })
  await screen.findByText(/starred it/)
  expect(lines()).toEqual(['Sam starred it · 9:20 AM', 'Sam marked it unread · 9:20 AM'])
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText(/closed it/)
  expect(of('conversationHistory')[1]!.query).toMatchObject({ conversationId: 'c1', cursor: 'k' })
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('[OPEN-097] what a colleague does appears at once, without another question', async () => {
  const { of } = showPanelPart(<HistoryTab {...shared} />, { conversationHistory: () => ok([entry(1)]) })
  await screen.findByText(/marked it unread/)
  tell(2, entry(1, { conversationId: 'c2', change: { kind: 'woken' } }))
  tell(3, entry(2, { change: { kind: 'status', from: 'open', to: 'resolved' } }))
  await screen.findByText(/closed it/)
  expect(lines()).toEqual(['Sam closed it · 9:20 AM', 'Sam marked it unread · 9:20 AM'])
  expect(of('conversationHistory')).toHaveLength(1)
})

test('[OPEN-097] what comes while the history is being read is not lost', async () => {
  let answer: (page: unknown) => void = () => undefined
  const { of } = showPanelPart(<HistoryTab {...shared} />, {
    conversationHistory: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await vi.waitFor(() => expect(of('conversationHistory')).toHaveLength(1))
  tell(2, entry(2))
  act(() => answer({ ...ok([entry(1)]), asOf: 1 }))
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  expect(of('conversationHistory')).toHaveLength(1)
})

test('a history that did not load is said and asked for again; an empty one says what comes here', async () => {
  let broken = true
  showPanelPart(<HistoryTab {...shared} />, {
    conversationHistory: () => (broken ? refused('Network response was not ok', 503) : ok([])),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The history did not load')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText('Nothing yet')
})

const file = (_id: string, name: string, contentType: string, size: number) => {
  return { _id, name, contentType, size, url: `/api/inbox/attachment?attachmentId=${_id}` }
}
const files = [file('f1', 'card.png', 'image/png', 184_000), file('f2', 'labs.pdf', 'application/pdf', 2_400_000)]

function openFiles(answers: Record<string, (asked: Asked) => unknown>, status = 200) {
  const fetched: [string, string | null][] = []
  const fetch = async (address: string, init: RequestInit = {}) => {
    fetched.push([address, new Headers(init.headers).get('authorization')])
    return new Response('bytes', { status })
  }
  return { fetched, ...showPanelPart(<FilesTab conversation={conversation} />, answers, fetch) }
}

test('[CALL-INBOX-07] [OPEN-071] pictures are drawn small from bytes that the bearer fetched; others have their icon', async () => {
  const { fetched, container } = openFiles({ attachments: () => ok(files) })
  await screen.findByText('card.png')
  expect(screen.getByText('184 KB')).toBeDefined()
  expect(screen.getByText('2.4 MB')).toBeDefined()
  await vi.waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1))
  expect(container.querySelector('img')!.src).toMatch(/^blob:/)
  expect(fetched).toEqual([[files[0]!.url, 'Bearer token']])
})

test('[CALL-INBOX-07] a file is downloaded under its name, as a download and nothing else', async () => {
  const saved = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  openFiles({ attachments: () => ok([files[1]]) })
  await userEvent.click(await screen.findByRole('button', { name: /^Download labs\.pdf/ }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('labs.pdf'))
})

test('[CALL-INBOX-07] a download that fails says so', async () => {
  const raised = vi.spyOn(toast, 'error')
  openFiles({ attachments: () => ok([files[1]]) }, 404)
  await userEvent.click(await screen.findByRole('button', { name: /^Download labs\.pdf/ }))
  await vi.waitFor(() => expect(String(raised.mock.calls[0]?.[0])).toContain('labs.pdf was not downloaded.'))
})

test('[CALL-INBOX-07] more files by the cursor; none says what comes here', async () => {
  const { of } = openFiles({
    attachments: ({ query }) => (query.cursor === 'k' ? ok([files[1]]) : { ...ok([files[0]]), cursor: 'k' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('labs.pdf')
  expect(of('attachments').map(({ query }) => query.cursor)).toEqual([undefined, 'k'])
  cleanup()
  openFiles({ attachments: () => ok([]) })
  await screen.findByText('No files yet')
})

test('[STATE-31] colleagues who have seen it are named, oneself is not', async () => {
  const { container } = showPanelPart(<SeenBy {...shared} />, {
    lastSeen: () =>
      ok([
        { user: 'usr_dana', name: 'Dana Whitfield', seenAt: '2026-11-19T15:05:00.000Z' },
        { user: 'usr_lena', name: 'Lena Kim', seenAt: '2026-11-19T15:04:00.000Z' },
        { user: 'usr_sam', name: 'Sam Ortiz', seenAt: '2026-11-18T15:04:00.000Z' },
      ]),
  })
  await within(container).findByText('Seen by Dana (9:05 AM), Sam (Yesterday, 9:04 AM)')
})
