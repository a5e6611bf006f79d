import type { InboxCounts } from '@foyer/contracts/inbox/count-names.rules.ts'
import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { clsx } from 'clsx'
import { AtSign, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Menu } from '../../../ui/menu.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { useBumps } from '../../../ui/use-bumps.ts'
import type { SavedTabs } from '../views/saved-views-part.tsx'
import type { OwnCounts } from '../views/use-own-counts.ts'
import { useFitting } from './use-fitting.ts'
import { VIEW_LABELS } from './view-labels.rules.ts'

const SHOWN = ['all', 'scheduled', 'unread', 'starred', 'mine'] as const satisfies Tab[]
const MORE = [
  'notDelivered',
  'held',
  'drafts',
  'snoozed',
  'requests',
  'concierge',
  'thumbsDown',
] as const satisfies Tab[]

const COUNTED: Partial<Record<Tab, keyof (InboxCounts & OwnCounts)>> = {
  unread: 'unreadMessages',
  notDelivered: 'notDelivered',
  held: 'held',
  drafts: 'drafts',
  snoozed: 'snoozed',
  requests: 'openRequests',
  concierge: 'openConciergeRequests',
  thumbsDown: 'thumbsDown',
}

const MENTIONS = 'mentions'
const SAVED = 'saved'

interface ViewTabsProps {
  tab: Tab
  /** Null until they are known; then no number is shown rather than a stale one. */
  counts: InboxCounts | null
  onChange: (tab: Tab) => void
  /** The user's mentions are a view beside the lists; `unseen` counts those that they have not seen. */
  mentions: { readonly chosen: boolean; readonly unseen: number; readonly onChoose: () => void }
  /** Null until they are loaded. */
  saved: SavedTabs | null
}

/** [INBOX-12] [INBOX-13] [OPEN-011] The views of the inbox, as tabs as far as they fit; the others are in a menu. */
export function ViewTabs({ tab, counts, onChange, mentions, saved }: ViewTabsProps) {
  const savedName = saved?.name ?? null
  const chosen = mentions.chosen ? MENTIONS : savedName !== null ? SAVED : tab
  const hidden = savedName !== null ? undefined : MORE.find((one) => one === tab)
  // The chosen view has a tab anyway, so the others get what it leaves.
  const others = MORE.filter((one) => one !== hidden)
  const [fit, setFit] = useState(0)
  const extras = MORE.filter((one) => one === hidden || others.indexOf(one) < fit)
  const inMenu = MORE.filter((one) => !extras.includes(one) || (one === hidden && others.length > fit))
  const { row, probes } = useFitting([...extras, savedName, hidden].join(), setFit)
  const countOf = (one: Tab) => {
    const counted = COUNTED[one]
    if (!counted || !counts) return null
    const own = saved && { ...saved.own, held: saved.own.held + counts.heldForAll }
    return { ...counts, ...own }[counted] ?? null
  }
  /** What a member must act on, although its view is in the menu. */
  const due = (['notDelivered', 'held'] as const).flatMap((one) => {
    const count = extras.includes(one) ? null : countOf(one)
    return count ? [`${count} ${VIEW_LABELS[one].toLowerCase()}`] : []
  })
  const entry = (one: Tab, optional: boolean) => ({
    ...{ value: one, optional, className: tabLook(one === chosen) },
    content: (
      <>
        {VIEW_LABELS[one]}
        <Count count={countOf(one)} chosen={one === chosen} />
      </>
    ),
  })
  return (
    <div ref={row} className="relative flex border-b border-line px-4 md:px-3">
      <div ref={probes} aria-hidden className="invisible absolute flex size-0 overflow-hidden">
        {others.map((one) => (
          <span key={one} className={tabLook(true)}>
            {/* A text of CSS, which is in no search of the page. */}
            <span data-text={VIEW_LABELS[one]} className="before:content-[attr(data-text)]" />
            {(countOf(one) ?? 0) > 0 && (
              <span data-text={countOf(one)} className={`${COUNT_LOOK} before:content-[attr(data-text)]`} />
            )}
          </span>
        ))}
      </div>
      <TabRow
        label="Conversation views"
        value={chosen}
        onChange={(next) => {
          if (next === MENTIONS) mentions.onChoose()
          else if (next !== SAVED) onChange(next)
          else saved?.onChoose()
        }}
        className="relative -mb-px flex min-w-0 flex-1 gap-4 overflow-x-auto [scrollbar-width:none] md:gap-3"
        entries={[
          ...SHOWN.map((one) => entry(one, false)),
          ...extras.map((one) => entry(one, one !== hidden)),
          ...(savedName !== null
            ? [
                {
                  value: SAVED,
                  className: tabLook(chosen === SAVED),
                  content: <span className="max-w-40 truncate">{savedName}</span>,
                } as const,
              ]
            : []),
          {
            value: MENTIONS,
            className: tabLook(mentions.chosen),
            content: (
              <>
                <AtSign aria-hidden size={15} strokeWidth={1.75} />
                <span className={mentions.chosen ? undefined : 'sr-only'}>Mentions</span>
                <Count count={mentions.unseen} chosen={mentions.chosen} />
              </>
            ),
          },
        ]}
      />
      <Menu
        label={['More views', ...due].join(', ')}
        content={
          <>
            <Ellipsis aria-hidden size={16} />
            {due.length > 0 && (
              <span
                aria-hidden
                className="absolute top-2 right-0 size-1.5 rounded-full bg-bad-fill forced-colors:bg-[Highlight]"
              />
            )}
          </>
        }
        className="relative ml-2 flex h-11 w-8 items-center justify-center rounded-sm text-muted hover:text-ink md:h-9 md:w-6"
        align="end"
        entries={[
          ...inMenu.map((one, nth) => ({
            label: withCount(VIEW_LABELS[one], countOf(one)),
            chosen: one === chosen,
            separated: one === 'requests' && nth > 0,
            onSelect: () => onChange(one),
          })),
          ...(saved?.entries ?? []),
        ]}
      />
    </div>
  )
}

function tabLook(chosen: boolean): string {
  return clsx(
    // The count arrives after the tab was scrolled into view, and the tab grows.
    'focus-inset flex h-11 shrink-0 scroll-mx-10 items-center gap-1 border-b-2 text-base whitespace-nowrap md:h-9 md:text-sm',
    chosen ? 'border-accent font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
  )
}

const COUNT_LOOK = 'num narrow inline-block text-xs font-normal'

function Count({ count, chosen }: { count: number | null; chosen: boolean }) {
  const bumps = useBumps(count ?? 0)
  if (count === null || count === 0) return null
  return (
    <span
      key={bumps}
      className={clsx(COUNT_LOOK, bumps > 0 && 'motion-safe:animate-count', chosen ? 'text-link' : 'text-subtle')}
    >
      {count}
    </span>
  )
}

function withCount(label: string, count: number | null): string {
  return count ? `${label} (${count})` : label
}
