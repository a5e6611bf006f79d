import { type Sort, STATUS, type StatusFilter } from '@foyer/contracts/inbox/status.rules.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import {
  type ComponentProps,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useDensity } from '../../../lib/density.ts'
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
import type { SavedTabs } from '../views/saved-views-part.tsx'
import type { Shown } from '../views/view-words.rules.ts'
import { Arrivals } from './arrivals.tsx'
import { ConversationList } from './conversation-list.tsx'
import type { RowView } from './conversation-row.tsx'
import { ListHead, type PaneView } from './list-head.tsx'
import { isSameView, type ListFilters } from './list-query.rules.ts'
import { ListSkeleton } from './list-states.tsx'
import { focusTab, returnToRow } from './row-focus.ts'
import { SearchLine } from './search-line.tsx'
import { useCounts } from './use-counts.ts'
import { ViewTabs } from './view-tabs.tsx'

const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const MessageResults = lazyPart(
  () => withQueries(async () => (await import('./message-results.tsx')).MessageResults),
  SaidInPlace,
)
const MentionsList = lazyPart(async () => (await import('./mentions-list.tsx')).MentionsList, SaidInPlace)
const CampaignChip = lazyPart(() => withQueries(async () => (await import('./campaign-chip.tsx')).CampaignChip))
const SavedViewsPart = lazyPart(async () => (await import('../views/saved-views-part.tsx')).SavedViewsPart)
const NewMessagePanel = lazyPart(() =>
  withQueries(async () => (await import('../new-message/new-message-panel.tsx')).NewMessagePanel),
)

/** Saved views are loaded after the first screen, or as soon as the pane is used. */
const SAVED_VIEWS_AFTER_MS = 3_000
/** As in scales.css and base.css. A phone's rows stay high enough to touch. */
const ROW_PX = { phone: 76, comfortable: 72, compact: 60 }

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
  const density = useDensity()
  const drafts = useSyncExternalStore(inbox.drafts.subscribe, inbox.drafts.texts)
  const filters = useSelector(list, (state) => state.context.filters, isSameView)
  const typed = useSelector(list, (state) => state.context.typed)
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
  const searchMessages = useStable((text: string) => {
    setWords(text.trim())
    // The list's box returns with the search that the list shows.
    list.send({ type: 'search.typed', typed: filters.search })
    look('messages')
  })
  const showEverything = useStable(() => narrow({ status: STATUS.ALL }))
  const searchWords = useStable(() => searchMessages(filters.search))
  const change = useStable((what: Parameters<InboxAddress['change']>[0]) => {
    setView('conversations')
    selection.send({ type: 'cleared' })
    address.change(what)
  })
  // The rail and the command bar lead to another view by the address alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address shows conversations, whatever was shown before
  useEffect(() => setView('conversations'), [address.tab, address.status, address.team, address.campaign])
  /** Another status or order of a saved view leaves it, and its search stays. */
  const narrows = useRef(false)
  const narrow = useStable((what: { status: StatusFilter } | { sort: Sort }) => {
    narrows.current = address.viewId !== null
    change(what)
  })
  const changeStatus = useCallback((status: StatusFilter) => narrow({ status }), [narrow])
  const changeSort = useCallback((sort: Sort) => narrow({ sort }), [narrow])
  const { tab } = filters
  const { unseen } = mentions
  const [saved, setSaved] = useState<SavedTabs | null>(null)
  const [usesSaved, setUsesSaved] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setUsesSaved(true), SAVED_VIEWS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isOfSaved = address.viewId !== null || address.team !== null
  useEffect(() => {
    if (isOfSaved) setUsesSaved(true)
  }, [isOfSaved])
  const fetchAhead = useStable(() => {
    fetchThreadAhead()
    setUsesSaved(true)
  })
  const leaveSaved = () => address.viewId !== null && address.change({}, { replace: true })
  const showRows = useStable(() => {
    setView('conversations')
    selection.send({ type: 'cleared' })
  })
  const searchSaved = useStable((text: string) => list.send({ type: 'search.submitted', typed: text }))
  const endSearch = useStable((search: string) => {
    const stays = narrows.current || list.getSnapshot().context.typed !== search
    narrows.current = false
    if (!stays && search !== '') list.send({ type: 'search.submitted', typed: '' })
  })
  useCommands([
    {
      id: 'mentions',
      title: 'View: Mentions',
      words: 'at me',
      keys: [],
      group: 'Conversations',
      run: () => look('mentions'),
    },
  ])
  const tabs = useMemo(
    () => (
      <CountedTabs
        tab={tab}
        onChange={(next) => change({ tab: next })}
        mentions={{ chosen: view === 'mentions', unseen, onChoose: () => look('mentions') }}
        saved={saved}
      />
    ),
    [tab, change, look, view, unseen, saved],
  )
  const type = useStable((text: string) => {
    if (selecting) selection.send({ type: 'cleared' })
    if (text !== '') setView('conversations')
    leaveSaved()
    list.send({ type: 'search.typed', typed: text })
  })
  const search = useStable((text: string) => {
    setView('conversations')
    list.send({ type: 'search.submitted', typed: text })
  })
  const write = useStable(() => setWriting(true))
  const next = useStable(onNext)

  /** Escape returns to the list, to the open conversation or else to the chosen tab. */
  function leaveMentions(event: KeyboardEvent) {
    if (view !== 'mentions' || event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    flushSync(() => setView('conversations'))
    focusTab()
    if (address.conversationId !== null) returnToRow(address.conversationId)
  }

  const soughtId = sought?.messageId ?? null
  const found = { now, timezone, soughtId, openId: address.conversationId, linkTo: address.linkTo, onSeek }
  return (
    <section
      aria-label="Inbox"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
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
        {...{ typed, refused }}
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
          {address.campaign !== null && (
            <Suspense fallback={null}>
              <CampaignChip
                {...{ organizationId }}
                campaignId={address.campaign}
                onRemove={() => change({ campaign: '' })}
              />
            </Suspense>
          )}
          <ConversationList
            list={list}
            selection={selection}
            rowHeight={ROW_PX[phone ? 'phone' : density]}
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
            {...{ list, selection, organizationId, colleagues, me, phone, offline, now, timezone }}
            asked={bulkAsked}
            {...(onBulkAnswered && { onAnswered: onBulkAnswered })}
          />
        )}
        {writing && (
          <NewMessagePanel
            {...{ inbox, organizationId, phone, offline, timezone, now }}
            staff={me.name}
            to={writeTo}
            onOpen={address.open}
            onClose={() => {
              setWriting(false)
              setWriteTo(null)
            }}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {(usesSaved || isOfSaved) && (
          <SavedViewsPart
            {...{ organizationId, address, me, colleagues, phone }}
            shown={shownBy(filters)}
            onSearch={searchSaved}
            onLeft={endSearch}
            onLeave={showRows}
            onTabs={setSaved}
          />
        )}
      </Suspense>
      <Arrivals list={list} />
    </section>
  )
}

function shownBy({ tab, status, sort = 'newest', search, team = null }: ListFilters): Shown {
  return { tab, status, sort, search, team }
}

function CountedTabs(props: Omit<ComponentProps<typeof ViewTabs>, 'counts'>) {
  return <ViewTabs {...props} counts={useCounts()} />
}
