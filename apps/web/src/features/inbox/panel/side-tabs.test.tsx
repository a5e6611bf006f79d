import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type HistoryEntry, historyEntryExample } from '@foyer/contracts/inbox/history.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { now, ok, type RecordedCall, refused, showPanelPart, timezone } from '../../../../test/panel-world.tsx'
import { StaffNames } from '../../../parts/staff-names.tsx'
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

/** Emits the next live event. The snapshot was of `seq` 1. */
function receive(seq: number, data: HistoryEntry) {
  const envelope = { epoch: 'e1', organizationId: 'org_cedar', seq, at: data.at, counts: noCounts }
  const event = {
    type: 'history.added' as const,
    key: `c1#${data.position}`,
    audience: 'conversation:c1' as const,
    data,
  }
  const frame = { organizationId: 'org_cedar', epoch: 'e1', from: seq - 1, to: seq, counts: noCounts }
  act(() => live().tell({ type: 'relay.events', frame: { ...frame, events: [{ ...envelope, ...event }] } }))
}

test('history shows the newest entries first and loads older ones by cursor', async () => {
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

test('history shows a colleague’s change at once without another request [OPEN-097]', async () => {
  const { of } = showPanelPart(<HistoryTab {...shared} />, { conversationHistory: () => ok([entry(1)]) })
  await screen.findByText(/marked it unread/)
  receive(2, entry(1, { conversationId: 'c2', change: { kind: 'woken' } }))
  receive(3, entry(2, { change: { kind: 'status', from: 'open', to: 'resolved' } }))
  await screen.findByText(/closed it/)
  expect(lines()).toEqual(['Sam closed it · 9:20 AM', 'Sam marked it unread · 9:20 AM'])
  expect(of('conversationHistory')).toHaveLength(1)
})

test('history shows the present names of colleagues and the patient when they were renamed since', async () => {
  const { patientId } = conversation
  const filed = { kind: 'filed', from: null, to: patientId } as const
  const answers = {
    conversationHistory: () =>
      ok([
        entry(2, { change: { kind: 'assigned', from: [], to: ['usr_dana'] }, names: { usr_dana: 'Dana Whitfield' } }),
        entry(1, { change: filed, names: { [patientId ?? '']: 'Rosalind Carver' } }),
      ]),
  }
  const names = new Map([
    ['usr_sam', 'Samuel Ortiz'],
    ['usr_dana', 'Daniela Whitfield'],
  ])
  const renamed = { ...shared, conversation: { ...conversation, name: 'Rosa Carver' } }
  showPanelPart(
    <StaffNames value={names}>
      <HistoryTab {...renamed} />
    </StaffNames>,
    answers,
  )
  await screen.findByText(/Daniela/)
  expect(lines()).toEqual([
    'Samuel assigned it to Daniela · 9:20 AM',
    expect.stringMatching(/^Samuel assigned it to the patient .?Rosa Carver.? · 9:20 AM$/),
  ])
})

test('history leads to what the patient sent when a form tells of it', async () => {
  const form = { kind: 'form', submissionId: 's/1', title: 'New patient intake' } as const
  showPanelPart(<HistoryTab {...shared} />, {
    conversationHistory: () => ok([entry(1, { by: null, change: form })]),
  })
  const link = await screen.findByRole('link', { name: 'Open the form of 9:20 AM' })
  expect(link.getAttribute('href')).toBe('/forms/submissions/s%2F1')
  expect(lines()).toEqual([
    expect.stringMatching(/^The patient filled in the form .*New patient intake.* · 9:20 AMOpen$/),
  ])
})

test('history keeps an event that arrives while it is loading [OPEN-097]', async () => {
  let answer: (page: unknown) => void = () => undefined
  const { of } = showPanelPart(<HistoryTab {...shared} />, {
    conversationHistory: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await vi.waitFor(() => expect(of('conversationHistory')).toHaveLength(1))
  receive(2, entry(2))
  act(() => answer({ ...ok([entry(1)]), asOf: 1 }))
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  expect(of('conversationHistory')).toHaveLength(1)
})

test('history says that it failed to load, loads again on request, and says when it is empty', async () => {
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

function openFiles(answers: Record<string, (asked: RecordedCall) => unknown>, status = 200) {
  const fetched: [string, string | null][] = []
  const fetch = async (address: string, init: RequestInit = {}) => {
    fetched.push([address, new Headers(init.headers).get('authorization')])
    return new Response('bytes', { status })
  }
  return { fetched, ...showPanelPart(<FilesTab conversation={conversation} />, answers, fetch) }
}

test('files show pictures as thumbnails loaded with the bearer, and others by icon [CALL-INBOX-07] [OPEN-071]', async () => {
  const { fetched, container } = openFiles({ attachments: () => ok(files) })
  await screen.findByText('card.png')
  expect(screen.getByText('184 KB')).toBeDefined()
  expect(screen.getByText('2.4 MB')).toBeDefined()
  await vi.waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1))
  expect(container.querySelector('img')!.src).toMatch(/^blob:/)
  expect(fetched).toEqual([[files[0]!.url, 'Bearer token']])
})

test('a file is saved under its name as a download [CALL-INBOX-07]', async () => {
  const saved = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  openFiles({ attachments: () => ok([files[1]]) })
  await userEvent.click(await screen.findByRole('button', { name: /^Download labs\.pdf/ }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('labs.pdf'))
})

test('a failed download says so [CALL-INBOX-07]', async () => {
  const raised = vi.spyOn(toast, 'error')
  openFiles({ attachments: () => ok([files[1]]) }, 404)
  await userEvent.click(await screen.findByRole('button', { name: /^Download labs\.pdf/ }))
  await vi.waitFor(() => expect(String(raised.mock.calls[0]?.[0])).toContain('labs.pdf was not downloaded.'))
})

test('files load more by cursor and say when there are none [CALL-INBOX-07]', async () => {
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

test('seen-by names colleagues and leaves out the user [STATE-31]', async () => {
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
