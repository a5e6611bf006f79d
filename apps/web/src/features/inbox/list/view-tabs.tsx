import type { InboxCounts } from '@foyer/contracts/inbox/count-names.rules.ts'
import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { clsx } from 'clsx'
import { AtSign, Ellipsis } from 'lucide-react'
import { Menu } from '../../../ui/menu.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { useBumps } from '../../../ui/use-bumps.ts'
import type { SavedTabs } from '../views/saved-views-part.tsx'
import type { OwnCounts } from '../views/use-own-counts.ts'
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

/** [INBOX-12] [INBOX-13] [OPEN-011] The views of the inbox; those that don't fit are in a menu. */
export function ViewTabs({ tab, counts, onChange, mentions, saved }: ViewTabsProps) {
  const savedName = saved?.name ?? null
  const chosen = mentions.chosen ? MENTIONS : savedName !== null ? SAVED : tab
  const hidden = savedName !== null ? undefined : MORE.find((one) => one === tab)
  const shown: Tab[] = hidden ? [...SHOWN, hidden] : [...SHOWN]
  const countOf = (one: Tab) => {
    const counted = COUNTED[one]
    if (!counted || !counts) return null
    const own = saved && { ...saved.own, held: saved.own.held + counts.heldForAll }
    return { ...counts, ...own }[counted] ?? null
  }
  /** What a member must act on, although its view is in the menu. */
  const due = (['notDelivered', 'held'] as const).flatMap((one) => {
    const count = one === chosen ? null : countOf(one)
    return count ? [`${count} ${VIEW_LABELS[one].toLowerCase()}`] : []
  })
  return (
    <div className="flex border-b border-line px-4 md:px-3">
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
          ...shown.map((one) => ({
            value: one,
            className: tabLook(one === chosen),
            content: (
              <>
                {VIEW_LABELS[one]}
                <Count count={countOf(one)} chosen={one === chosen} />
              </>
            ),
          })),
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
          ...MORE.map((one) => ({
            label: withCount(VIEW_LABELS[one], countOf(one)),
            chosen: one === chosen,
            separated: one === 'requests',
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

function Count({ count, chosen }: { count: number | null; chosen: boolean }) {
  const bumps = useBumps(count ?? 0)
  if (count === null || count === 0) return null
  return (
    <span
      key={bumps}
      className={clsx(
        'num narrow inline-block text-xs font-normal',
        bumps > 0 && 'motion-safe:animate-count',
        chosen ? 'text-link' : 'text-subtle',
      )}
    >
      {count}
    </span>
  )
}

function withCount(label: string, count: number | null): string {
  return count ? `${label} (${count})` : label
}
