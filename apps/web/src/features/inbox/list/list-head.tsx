import { isEveryStatus, SCREEN_STATUS, type Sort, type StatusFilter } from '@foyer/contracts/inbox/status.rules.ts'
import { PencilLine, StepForward } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, useState } from 'react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Select } from '../../../ui/select.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { statusChoices } from '../status-labels.rules.ts'
import type { ListFilters } from './list-query.rules.ts'
import type { RefusedSearch } from './list-search.rules.ts'
import { SearchBox } from './search-box.tsx'
import { SortMenu } from './sort-menu.tsx'

/** The view of the pane: the list, the messages that a search found, or the user's mentions. */
export type PaneView = 'conversations' | 'messages' | 'mentions'

interface ListHeadProps {
  filters: ListFilters
  /**
   * Passed as an element, because the counts of the tabs change with almost every event and the head must not
   * render for it.
   */
  tabs: ReactNode
  view: PaneView
  /** The words of the last message search. */
  words: string
  onView: (view: PaneView) => void
  onStatus: (status: StatusFilter) => void
  onSort: (sort: Sort) => void
  /** The text of the list's search box. */
  typed: string
  refused: RefusedSearch | null
  onType: (typed: string) => void
  onSearch: (typed: string) => void
  onSearchMessages: (typed: string) => void
  onWrite: () => void
  onNext: () => void
  offline: boolean
}

/** The filters and the order of the list. [INBOX-12..15] */
export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { filters, tabs, view, words, typed, refused, offline, ...on } = props
  return (
    <div className="shrink-0">
      <div className="flex items-center gap-1 px-4 pt-2 md:px-3 md:pt-3 md:pb-1">
        <h1 className="min-w-0 flex-1 text-xl font-semibold tracking-tight md:text-md">Inbox</h1>
        <NextButton offline={offline} onNext={on.onNext} />
        <SortMenu sort={filters.sort ?? 'newest'} onSort={on.onSort} />
        <Button
          kind="primary"
          size="sm"
          icon={PencilLine}
          aria-keyshortcuts="c"
          onClick={on.onWrite}
          className="ml-1 max-md:w-11 max-md:px-0!"
        >
          <span className="max-md:sr-only">New message</span>
        </Button>
      </div>
      {tabs}
      {/* [CONST-14] The search gets a line of its own when there is no room for both. */}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-4 py-2 max-xs:flex-col max-xs:flex-nowrap max-xs:items-stretch md:px-3">
        {view === 'conversations' && !isEveryStatus(filters.tab) && (
          <Select
            label="Status"
            value={filters.status}
            choices={statusChoices}
            onChange={on.onStatus}
            filtering={filters.status !== SCREEN_STATUS}
            className="w-39 pointer-coarse:w-37 max-xs:w-full"
          />
        )}
        {view === 'messages' ? (
          <MessageSearchBox
            applied={words}
            onSearch={on.onSearchMessages}
            onMessages={() => on.onView('conversations')}
          />
        ) : (
          <SearchBox
            inMessages={false}
            {...{ typed, refused }}
            applied={filters.search}
            onType={on.onType}
            onSearch={on.onSearch}
            onMessages={on.onSearchMessages}
          />
        )}
      </div>
    </div>
  )
})

/** Searches on Enter only. [OPEN-037] Emptying the box clears the search at once. */
function MessageSearchBox(props: Pick<ComponentProps<typeof SearchBox>, 'applied' | 'onSearch' | 'onMessages'>) {
  const { applied, onSearch } = props
  const [typed, setTyped] = useState(applied)
  function change(text: string) {
    setTyped(text)
    if (text === '' && applied !== '') onSearch('')
  }
  return <SearchBox {...props} inMessages typed={typed} onType={change} />
}

/** Always in the page, because a phone has no Shift+N. */
function NextButton({ offline, onNext }: Pick<ListHeadProps, 'offline' | 'onNext'>) {
  return (
    <Tooltip text={offlineReason(offline, 'The next patient') ?? 'Next patient'}>
      <button
        type="button"
        aria-keyshortcuts="Shift+N"
        aria-disabled={offline || undefined}
        onClick={onNext}
        className={`${squareLook('ghost', 'md')} pointer-coarse:size-11`}
      >
        <StepForward aria-hidden size={16} strokeWidth={1.75} />
        <span className="sr-only">Next patient</span>
      </button>
    </Tooltip>
  )
}
