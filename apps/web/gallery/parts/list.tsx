import { appointmentStatuses } from '@foyer/contracts/appointments/status.rules.ts'
import { type Tab, tabs } from '@foyer/contracts/inbox/status.rules.ts'
import { waitFor } from 'xstate'
import type { ListContext } from '../../src/features/inbox/list/conversation-list.machine.ts'
import { ConversationRow } from '../../src/features/inbox/list/conversation-row.tsx'
import { applyRead, withFirstPage, withNextPage } from '../../src/features/inbox/list/list-pages.rules.ts'
import { withSelected } from '../../src/features/inbox/list/list-placement.rules.ts'
import { rowActions } from '../../src/features/inbox/list/row-actions.rules.ts'
import { RowUnderlay } from '../../src/features/inbox/list/row-underlay.tsx'
import { marksOf } from '../../src/features/inbox/next/holds.rules.ts'
import { EPOCH } from '../canned-api.ts'
import {
  aisha,
  bernadette,
  conversation,
  holdOf,
  longNamed,
  nextPage,
  page,
  rosalind,
  snoozedPage,
  theodore,
  unknown,
  visit,
} from '../fixtures/conversations.ts'
import { allTime, me, now, timezone } from '../fixtures/people.ts'
import { type Entry, part } from '../gallery-entry.ts'
import { firstPage, ListScene, pageOf } from '../scenes/list-scene.tsx'

const RESTING = { ready: 'resting' } as const
const nothing = (context: ListContext) => withFirstPage(context, pageOf([]))

const empty = (tab: Tab): Entry => ({
  title: `Empty: ${tab}`,
  show: () => <ListScene value={RESTING} filters={{ tab }} holds={nothing} />,
})

const emptyTabs = Object.fromEntries(tabs.map((tab) => [`empty-${tab}`, empty(tab)])) as Record<`empty-${Tab}`, Entry>

/** Two rows that are held, one of them by the user. */
const held = marksOf([holdOf(unknown.id, 'usr_dana', 'Dana Whitfield'), holdOf(bernadette.id, me._id, me.name)], {
  userId: me._id,
  names: new Map(),
  now,
})

/** Every moving state of a row: marked, in use by the user, leaving the list. */
function moving(context: ListContext): Partial<ListContext> {
  const held = withSelected({ ...context, ...firstPage(context) }, theodore.id)
  const closed = { ...rosalind, status: 'resolved' as const, version: 200 }
  const after = applyRead(held, EPOCH, [closed, { ...aisha, timestamp: '2026-11-19T15:15:50.000Z', version: 201 }])
  return { ...after, rows: after.rows.map((row) => ({ ...row, fresh: row.conversation.id === aisha.id })) }
}

const FIRST_VISIT = Date.parse('2026-11-19T14:30:00.000Z')
/** A visit of each status, one every half an hour. */
const visitingPage = page.map((one, index) => {
  const at = (minute: number) => new Date(FIRST_VISIT + (index * 30 + minute) * 60_000).toISOString()
  const status = appointmentStatuses[index % appointmentStatuses.length] ?? visit.status
  return { ...one, appointment: { ...visit, startsAt: at(0), endsAt: at(20), status } }
})

/** A segment of rows after the first page is unloaded, and placeholder rows take its space. */
function lettingGo(context: ListContext): Partial<ListContext> {
  const first = firstPage(context)
  const gone = { cursor: 'c2', upTo: null, size: 3 }
  return { ...first, segments: [...first.segments, gone], below: gone.size, atEnd: true }
}

export const list = part('List', {
  'first-load': { title: 'First load', show: () => <ListScene value="loading" holds={() => ({})} /> },
  marks: {
    title: 'Conversations that colleagues are on',
    show: () => <ListScene value={RESTING} marks={held} />,
  },
  failed: { title: 'First load failed', show: () => <ListScene value="failed" holds={() => ({ failures: 1 })} /> },
  'failed-kept': {
    title: 'Loading again failed, the rows are kept',
    show: () => <ListScene value="failed" holds={(context) => ({ ...firstPage(context), failures: 1 })} />,
  },
  rows: { title: 'Everything that a row can say', show: () => <ListScene value={RESTING} /> },
  moving: { title: 'Open, marked and leaving rows', show: () => <ListScene value={RESTING} holds={moving} /> },
  drafts: {
    title: 'Begun answers',
    show: () => <ListScene value={RESTING} drafts={new Map([[aisha.id, 'It is ready, you can']])} />,
  },
  ...emptyTabs,
  'empty-status': {
    title: 'Empty: a status',
    show: () => <ListScene value={RESTING} filters={{ status: 'pending' }} holds={nothing} />,
  },
  'empty-waiting': {
    title: 'Empty: nobody waits',
    show: () => <ListScene value={RESTING} filters={{ sort: 'waiting' }} holds={nothing} />,
  },
  snoozed: {
    title: 'Snoozed',
    show: () => (
      <ListScene
        value={RESTING}
        filters={{ tab: 'snoozed', status: 'all' }}
        holds={(context) => withFirstPage(context, pageOf(snoozedPage))}
      />
    ),
  },
  'by-day': {
    title: 'By day, with the visits of that day',
    show: () => (
      <ListScene
        value={RESTING}
        filters={{ tab: 'scheduled', date: '2026-11-19' }}
        holds={(context) => withFirstPage(context, pageOf(visitingPage))}
      />
    ),
  },
  waiting: {
    title: 'In the order of waiting',
    show: () => <ListScene value={RESTING} filters={{ sort: 'waiting' }} />,
  },
  searching: {
    title: 'Searching, the rows stay',
    show: () => (
      <ListScene value="loading" holds={(context) => ({ ...firstPage(context), typed: 'carver', asked: 'carver' })} />
    ),
  },
  'searching-again': {
    title: 'Searching for more letters, the results stay',
    show: () => (
      <ListScene
        value="loading"
        filters={{ search: 'carver' }}
        holds={(context) => ({
          ...withFirstPage(context, pageOf([rosalind])),
          typed: 'carver rosa',
          asked: 'carver rosa',
        })}
      />
    ),
  },
  'search-refused': {
    title: 'A search in a wrong format',
    show: () => (
      <ListScene
        value={RESTING}
        holds={(context) => ({
          ...firstPage(context),
          typed: "o'hara",
          refused: { typed: "o'hara", mended: 'o hara' },
        })}
      />
    ),
  },
  'search-failed': {
    title: 'A search failed, the rows are kept',
    show: () => (
      <ListScene
        value="failed"
        holds={(context) => ({ ...firstPage(context), typed: 'carver', asked: 'carver', failures: 1 })}
      />
    ),
  },
  found: {
    title: 'Found, in other statuses too',
    show: () => (
      <ListScene
        value={RESTING}
        filters={{ search: 'e' }}
        holds={(context) =>
          withFirstPage(
            context,
            pageOf(page.map((one, index) => (index % 2 === 0 ? one : { ...one, status: 'resolved' }))),
          )
        }
      />
    ),
  },
  'no-match': {
    title: 'No match',
    show: () => <ListScene value={RESTING} filters={{ search: '(512) 555-0199' }} holds={nothing} />,
  },
  'loading-more': {
    title: 'More is on its way',
    show: () => (
      <ListScene value="loadingMore" holds={(context) => ({ ...firstPage(context), atEnd: false })} then={atTheEnd} />
    ),
  },
  'loading-again': {
    title: 'Rows that were let go come back',
    show: () => <ListScene value="loadingAgain" holds={lettingGo} />,
  },
  patient: {
    title: 'Rows that were let go did not come back yet',
    show: () => <ListScene value="patient" holds={lettingGo} />,
  },
  'more-failed': {
    title: 'More did not load',
    show: () => (
      <ListScene
        value={RESTING}
        holds={(context) => ({ ...withFirstPage(context, pageOf(page.slice(0, 3))), atEnd: false, moreFailed: true })}
      />
    ),
  },
  end: {
    title: 'The end of the list',
    show: () => (
      <ListScene
        value={RESTING}
        holds={(context) => withNextPage({ ...context, ...firstPage(context) }, pageOf(nextPage))}
        then={atTheEnd}
      />
    ),
  },
  unsure: {
    title: 'A change that only the server can place',
    show: () => <ListScene value={{ ready: 'unsure' }} filters={{ tab: 'scheduled' }} />,
  },
  refreshing: {
    title: 'Asking again, quietly',
    show: () => <ListScene value={{ ready: 'refreshing' }} filters={{ tab: 'scheduled' }} />,
  },
  held: {
    title: 'New rows are held while the focus is in the list',
    show: () => (
      <ListScene
        value={RESTING}
        then={async ({ find }, actor) => {
          const row = await find('[data-conversation-id] a')
          row.focus()
          await waitFor(actor, ({ context }) => context.attention.focused)
          const held = [theodore, conversation({ name: 'Naomi Feldman' })]
          for (const one of held)
            actor.send({
              type: 'conversation.read',
              epoch: EPOCH,
              conversation: { ...one, timestamp: '2026-11-19T15:15:59.000Z', version: 300 },
            })
          await find('[aria-label$="new conversations"]')
        }}
      />
    ),
  },
  'row-menu': {
    title: 'What can be done with a row',
    show: () => (
      <ListScene
        value={RESTING}
        then={async ({ press, find }) => {
          await press('[data-row-menu] button')
          await find('[role=menu]')
        }}
      />
    ),
  },
  swiped: { title: 'Rows that a finger draws aside', show: () => <Swiped /> },
  selected: {
    title: 'Some are selected',
    show: () => <ListScene value={RESTING} selection={{ value: 'some', ids: [rosalind.id, aisha.id, longNamed.id] }} />,
  },
  'selected-offline': {
    title: 'Some are selected, offline',
    show: () => <ListScene value={RESTING} offline selection={{ value: 'some', ids: [rosalind.id] }} />,
  },
  applying: {
    title: 'An action on the selected ones',
    show: () => <ListScene value={RESTING} selection={{ value: 'applying', ids: [rosalind.id, theodore.id] }} />,
  },
  mine: {
    title: 'Assigned to me',
    show: () => (
      <ListScene
        value={RESTING}
        filters={{ tab: 'mine' }}
        holds={(context) =>
          withFirstPage(context, pageOf(page.filter(({ staffAssigned }) => staffAssigned[0]?._id === me._id)))
        }
      />
    ),
  },
})

/** A swipe to either side, before and beyond the threshold, and to a side without an action. */
const DRAWN = [
  { conversation: aisha, side: 'right', armed: false, offset: 60 },
  { conversation: aisha, side: 'right', armed: true, offset: 190 },
  { conversation: aisha, side: 'left', armed: false, offset: -60 },
  { conversation: aisha, side: 'left', armed: true, offset: -220 },
  { conversation: { ...aisha, status: 'resolved' }, side: 'left', armed: true, offset: -140 },
  { conversation: rosalind, side: 'right', armed: false, offset: 20 },
] as const

function Swiped() {
  const view = { now, timezone, openTime: allTime, userId: me._id, viewing: null, draft: undefined }
  return (
    <main className="w-full bg-surface md:w-list">
      {DRAWN.map(({ conversation, side, armed, offset }) => (
        <div key={`${side} ${offset}`} className="relative overflow-hidden">
          <RowUnderlay view={{ side, armed }} actions={rowActions(conversation, me._id, false)} />
          <div className="relative bg-surface" style={{ transform: `translateX(${offset}px)` }}>
            <ConversationRow
              {...view}
              {...{ conversation }}
              visit={null}
              selected={false}
              fresh={false}
              leaving={null}
            />
          </div>
        </div>
      ))}
    </main>
  )
}

async function atTheEnd({ find }: { find: (selector: string) => Promise<HTMLElement> }) {
  const scroller = await find('[data-virtuoso-scroller]')
  scroller.scrollTop = scroller.scrollHeight
}
