import type { ReviewsSummary } from '@foyer/contracts/listings/reviews.ts'
import {
  type ReviewFilter,
  type ReviewOrder,
  reviewFilters,
  reviewOrders,
} from '@foyer/contracts/listings/states.rules.ts'
import { clsx } from 'clsx'
import { ArrowDownUp, MapPin, Settings2 } from 'lucide-react'
import { squareLook } from '../../ui/button-look.rules.ts'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TabRow } from '../../ui/tab-row.tsx'
import { countOf, FILTER_LABELS, ORDER_LABELS } from './review-filter.rules.ts'
import type { WantedReviews } from './use-reviews.ts'

interface ListHeadProps {
  wanted: WantedReviews
  summary: ReviewsSummary
  onChange: (values: { filter?: string; order?: string; location?: string; search?: string }) => void
  onGo: (address: string) => void
}

/** The heading of the list: location, order, search, and the tabs with their counts. */
export function ListHead({ wanted, summary, onChange, onGo }: ListHeadProps) {
  const { filter, orderBy, locationId, search } = wanted
  return (
    <header className="shrink-0 border-b border-line px-4 pt-4 md:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">Reviews</h1>
        <Select
          label="Location"
          icon={MapPin}
          value={locationId ?? ''}
          filtering={locationId !== null}
          choices={[
            { value: '', label: 'All locations' },
            ...summary.locations.map(({ locationId: value, title: label }) => ({ value, label })),
          ]}
          onChange={(location) => onChange({ location })}
          className="max-w-52"
        />
        <Menu
          label="Listings"
          align="end"
          className={squareLook('default', 'md')}
          content={<Settings2 aria-hidden size={16} />}
          entries={[
            {
              label: 'Listings',
              detail: 'Hours, phones and texts on Google',
              onSelect: () => onGo('/reviews/listings'),
            },
            { label: 'Nearby places', detail: 'Ratings of others around', onSelect: () => onGo('/reviews/nearby') },
            { label: 'Connection', detail: 'The consent at Google', onSelect: () => onGo('/settings/listings') },
          ]}
        />
      </div>
      <search className="mt-3 flex flex-wrap gap-2">
        <SearchField
          label="Search reviews"
          placeholder="Name or words"
          value={search}
          onChange={(typed) => onChange({ search: typed })}
          className="min-w-40 flex-1"
        />
        <Select<ReviewOrder>
          label="Order"
          icon={ArrowDownUp}
          value={orderBy}
          choices={reviewOrders.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          onChange={(order) => onChange({ order: order === 'updateTime desc' ? '' : order })}
        />
      </search>
      <TabRow<ReviewFilter>
        label="Which reviews"
        value={filter}
        onChange={(next) => onChange({ filter: next === 'all' ? '' : next })}
        className="mt-1 flex min-w-0 gap-5 overflow-x-auto md:max-lg:gap-1.5 [scrollbar-width:none]"
        entries={reviewFilters.map((value) => ({
          value,
          content: (
            <>
              {FILTER_LABELS[value]}{' '}
              <span className="num text-xs font-normal">{countOf(summary, value, locationId)}</span>
            </>
          ),
          className: clsx(
            'focus-inset min-h-10 shrink-0 border-y-2 border-t-transparent px-0.5 text-sm whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:min-w-11',
            value === filter ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
          ),
        }))}
      />
    </header>
  )
}
