import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { ChatFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { SCREEN_STATUS, type StatusFilter, type Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { Select } from '../../ui/select.tsx'
import { SearchBox } from './search-box.tsx'
import { statusChoices } from './status-labels.rules.ts'
import { ViewTabs } from './view-tabs.tsx'

interface ListHeadProps {
  filters: ChatFilters
  counts: Counts | null
  onTab: (tab: Tab) => void
  onStatus: (status: StatusFilter) => void
  onSearch: (typed: string) => void
}

/** What narrows the list. [INBOX-12..15] */
export function ListHead({ filters, counts, onTab, onStatus, onSearch }: ListHeadProps) {
  return (
    <div className="shrink-0">
      <h1 className="px-4 pt-3 pb-1 text-xl font-semibold tracking-tight md:px-3 md:text-md">Inbox</h1>
      <ViewTabs tab={filters.tab} counts={counts} onChange={onTab} />
      <div className="flex items-center gap-2 border-b border-line px-4 py-2 md:px-3">
        <Select
          label="Status"
          value={filters.status}
          choices={statusChoices}
          onChange={onStatus}
          filtering={filters.status !== SCREEN_STATUS}
          className="w-39 max-md:h-9"
        />
        <SearchBox applied={filters.search} onSearch={onSearch} />
      </div>
    </div>
  )
}
