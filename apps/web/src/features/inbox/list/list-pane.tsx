import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { type Sort, STATUS, type StatusFilter } from '@foyer/contracts/inbox/status.rules.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import {
  type ComponentProps,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands, useHandover } from '../../../parts/keyboard.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { withQueries } from '../../../parts/with-queries.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import type { Inbox } from '../inbox.actors.ts'
import { type BulkAsked, KEYS } from '../keys.rules.ts'
import type { Recipient } from '../new-message/new-message.machine.ts'
import type { HoldMark } from '../next/holds.rules.ts'
import { fetchThreadAhead } from '../thread/deferred-thread.tsx'
import type { Sought } from '../thread/use-sought-message.ts'
import type { InboxAddress } from '../use-inbox-address.ts'
import type { Mentions } from '../use-mentions.ts'
import { useSavedViews } from '../views/use-saved-views.ts'
import { Arrivals } from './arrivals.tsx'
import { ConversationList } from './conversation-list.tsx'
import type { RowView } from './conversation-row.tsx'
import { ListHead, type PaneView } from './list-head.tsx'
import { isSameView } from './list-query.rules.ts'
import { ListSkeleton } from './list-states.tsx'
import { focusRow, focusTab } from './row-focus.ts'
import { SearchLine } from './search-line.tsx'
import { useViewCounts } from './use-view-counts.ts'
import { ViewTabs } from './view-tabs.tsx'

const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const MessageResults = lazyPart(
  () => withQueries(async () => (await import('./message-results.tsx')).MessageResults),
  SaidInPlace,
)
const MentionsList = lazyPart(async () => (await import('./mentions-list.tsx')).MentionsList, SaidInPlace)
const ViewPanel = lazyPart(() => withQueries(async () => (await import('../views/view-panel.tsx')).ViewPanel))
const NewMessagePanel = lazyPart(() =>
  withQueries(async () => (await import('../new-message/new-message-panel.tsx')).NewMessagePanel),
)

const ROW_PX = { phone: 76, desk: 72 }

interface ListPaneProps extends Omit<RowView, 'userId'> {
  inbox: Inbox
  /** The colleagues who are viewing the open conversation. */
  viewing: string | null
  /** Who is on which conversation by "Next patient". */
  marks: ReadonlyMap<string, HoldMark>
  /** Asks for the next patient. */
  onNext: () => void
  address: InboxAddress
  organizationId: string
  me: Colleague
  colleagues: readonly Colleague[]
  mentions: Mentions
  phone: boolean
  offline: boolean
  sought: Sought | null
  onSeek: (sought: Sought) => void
  /** The list of the bulk bar that a key asked for; null for none. */
  bulkAsked?: BulkAsked | null
  onBulkAnswered?: () => void
}

/** [INBOX-01] The left pane: the filters, the list, and the bulk actions. */
export function ListPane(props: ListPaneProps) {
  const {
    inbox,
    address,
    organizationId,
    me,
    colleagues,
    mentions,
    phone,
    offline,
    sought,
    onSeek,
    now,
    timezone,
    openTime,
    viewing,
    bulkAsked = null,
    onBulkAnswered,
    marks,
    onNext,
  } = props
  const { list, selection } = inbox
  const drafts = useSyncExternalStore(inbox.drafts.subscribe, inbox.drafts.texts)
  const filters = useSelector(list, (state) => state.context.filters, isSameView)
  const refused = useSelector(list, (state) => state.context.refused)
  const selecting = useSelector(selection, (state) => state.context.ids.size > 0)
  const [view, setView] = useState<PaneView>('conversations')
  const [words, setWords] = useState('')
  const [writing, setWriting] = useState(false)
  const [writeTo, setWriteTo] = useState<Recipient | null>(null)
  useCommands([{ ...KEYS.write, run: () => setWriting(true) }])
  useHandover((asked) => {
    if (asked.kind !== 'patient' || asked.organizationId !== organizationId) return false
    setWriteTo({ patientId: asked.patientId, name: asked.name, phoneNumber: asked.phoneNumber })
    setWriting(true)
    return true
  })

  /** Another view covers the rows, and no key may act on rows that are not visible. */
  const look = useStable((next: PaneView) => {
    if (next !== 'conversations') selection.send({ type: 'cleared' })
    setView(next)
  })
  const searchMessages = useStable((typed: string) => {
    setWords(typed.trim())
    // The box of the list begins again with the search that the list shows.
    list.send({ type: 'search.typed', typed: filters.search })
    look('messages')
  })
  const showEverything = useStable(() => address.change({ status: STATUS.ALL }))
  const searchWords = useStable(() => searchMessages(filters.search))
  const change = useStable((what: Parameters<InboxAddress['change']>[0]) => {
    setView('conversations')
    selection.send({ type: 'cleared' })
    address.change(what)
  })
  const changeStatus = useCallback((status: StatusFilter) => change({ status }), [change])
  const changeSort = useCallback((sort: Sort) => change({ sort }), [change])
  const { tab } = filters
  const { unseen } = mentions
  const saved = useSavedViews({
    organizationId,
    address,
    onSearch: (typed) => list.send({ type: 'search.submitted', typed }),
  })
  const [editing, setEditing] = useState<'new' | SavedView | null>(null)
  const leaveSaved = () => address.viewId !== null && address.change({}, { replace: true })
  const chooseSaved = useStable((one: SavedView) => {
    setView('conversations')
    selection.send({ type: 'cleared' })
    saved.choose(one)
  })
  const mayChange = saved.chosen !== null && (saved.chosen.owner._id === me._id || isAdmin(colleagues, me._id))
  const { views, chosen } = saved
  useCommands(
    views.map((one) => ({
      id: `view ${one._id}`,
      title: `View: ${one.name}`,
      keys: [],
      group: 'Conversations' as const,
      run: () => chooseSaved(one),
    })),
  )
  const tabs = useMemo(
    () => (
      <CountedTabs
        organizationId={organizationId}
        tab={tab}
        onChange={(next) => change({ tab: next })}
        mentions={{ chosen: view === 'mentions', unseen, onChoose: () => look('mentions') }}
        saved={{
          ...{ views, chosen, userId: me._id, onChoose: chooseSaved },
          onSave: () => setEditing('new'),
          onChange: mayChange ? () => setEditing(chosen) : null,
        }}
      />
    ),
    [organizationId, tab, change, look, view, unseen, views, chosen, chooseSaved, mayChange, me._id],
  )
  const type = useStable((typed: string) => {
    if (selecting) selection.send({ type: 'cleared' })
    if (typed !== '') setView('conversations')
    leaveSaved()
    list.send({ type: 'search.typed', typed })
  })
  const search = useStable((typed: string) => {
    setView('conversations')
    list.send({ type: 'search.submitted', typed })
  })
  const write = useStable(() => setWriting(true))
  const next = useStable(onNext)

  /** Escape returns to the list, to the open conversation or else to the chosen tab. */
  function leaveMentions(event: KeyboardEvent) {
    if (view !== 'mentions' || event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    flushSync(() => setView('conversations'))
    focusTab()
    if (address.conversationId !== null) focusRow(address.conversationId)
  }

  const soughtId = sought?.messageId ?? null
  const found = { now, timezone, soughtId, openId: address.conversationId, linkTo: address.linkTo, onSeek }
  return (
    <section
      aria-label="Inbox"
      onPointerEnter={fetchThreadAhead}
      onFocus={fetchThreadAhead}
      onKeyDown={leaveMentions}
      className={clsx(
        'flex w-full shrink-0 flex-col border-line bg-surface md:w-86 md:border-r lg:w-list',
        // Hidden but kept in the page, so that Back finds the scroll position.
        address.conversationId !== null && 'max-md:invisible',
      )}
    >
      <ListHead
        filters={filters}
        view={view}
        words={words}
        onView={look}
        tabs={tabs}
        onStatus={changeStatus}
        onSort={changeSort}
        refused={refused}
        onType={type}
        onSearch={search}
        onSearchMessages={searchMessages}
        onWrite={write}
        onNext={next}
        offline={offline}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* Hidden but kept in the page while another view covers it, so that its scroll position stays. */}
        <div className={clsx('flex min-h-0 flex-1 flex-col', view !== 'conversations' && 'invisible')}>
          <SearchLine list={list} />
          <ConversationList
            list={list}
            selection={selection}
            rowHeight={phone ? ROW_PX.phone : ROW_PX.desk}
            linkTo={address.linkTo}
            onShowEverything={showEverything}
            onSearchMessages={searchWords}
            drafts={drafts}
            userId={me._id}
            onAct={inbox.act}
            {...{ now, timezone, openTime, viewing, marks, offline }}
          />
        </div>
        {view !== 'conversations' && (
          <div className="absolute inset-0">
            <Suspense fallback={<ListSkeleton />}>
              {view === 'messages' && <MessageResults key={words} {...{ organizationId, words }} {...found} />}
              {view === 'mentions' && <MentionsList rows={mentions.rows} {...found} />}
            </Suspense>
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        {selecting && view === 'conversations' && (
          <BulkBar
            {...{ list, selection, colleagues, me, offline }}
            asked={bulkAsked}
            {...(onBulkAnswered && { onAnswered: onBulkAnswered })}
          />
        )}
        {editing !== null && (
          <ViewPanel
            {...{ organizationId, phone, offline }}
            view={editing === 'new' ? null : editing}
            shown={{ tab, status: filters.status, sort: filters.sort ?? 'newest', search: filters.search }}
            onSaved={(epoch, one) => {
              saved.put(epoch, [one])
              if (editing === 'new') saved.choose(one)
            }}
            onRemoved={(epoch, one) => {
              leaveSaved()
              saved.put(epoch, [one])
            }}
            onClose={() => setEditing(null)}
          />
        )}
        {writing && (
          <NewMessagePanel
            {...{ inbox, organizationId, phone, offline }}
            to={writeTo}
            onOpen={address.open}
            onClose={() => {
              setWriting(false)
              setWriteTo(null)
            }}
          />
        )}
      </Suspense>
      <Arrivals list={list} />
    </section>
  )
}

function isAdmin(colleagues: readonly Colleague[], userId: string): boolean {
  return colleagues.some(({ _id, role }) => _id === userId && role === 'admin')
}

interface CountedTabsProps extends Omit<ComponentProps<typeof ViewTabs>, 'counts'> {
  organizationId: string
}

function CountedTabs({ organizationId, ...props }: CountedTabsProps) {
  return <ViewTabs {...props} counts={useViewCounts(organizationId)} />
}
