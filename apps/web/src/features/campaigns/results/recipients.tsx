import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { recipientEvents, sendLabel, sendStates } from '@foyer/contracts/campaign/sends.rules.ts'
import { skipLabel, skipReasons } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { Users, X } from 'lucide-react'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { usePhone } from '../../../lib/use-phone.ts'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { PageButtons } from '../../../parts/rows/page-buttons.tsx'
import { type Filters, useFilters } from '../../../parts/rows/use-filters.ts'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { filterNames, filterOf } from './campaign-results.rules.ts'
import { RecipientRow } from './recipient-row.tsx'
import { eventLabel } from './recipient-words.rules.ts'
import { PAGE_SIZE, useRecipients } from './use-recipients.ts'

interface RecipientsProps {
  campaign: Campaign
  organizationId: string
  now: Date
  timezone: string
}

/** The search waits for this pause in typing. */
const STILL_MS = 250

/** Each recipient with what became of the text and what they did; filters are in the address. */
export function Recipients({ campaign, organizationId, now, timezone }: RecipientsProps) {
  const filters = useFilters(filterNames)
  const [offline, isPhone] = [useOffline(), usePhone()]
  const search = useHeldValue(filters.values.search, STILL_MS)
  const shown = useRecipients(organizationId, campaign, filterOf({ ...filters.values, search }))
  const { page, hasNext, isOlder } = shown
  const from = (page - 1) * PAGE_SIZE
  const nothing = filters.isFiltered ? (
    <Note icon={Users} title="No recipient fits" detail="Fewer filters show more of them.">
      <Button onClick={filters.clear}>Show everyone</Button>
    </Note>
  ) : (
    <Note icon={Users} title="No recipients yet" detail="They stand here once the audience was read." />
  )
  return (
    <Section title="Recipients" flush>
      <FilterFields filters={filters} campaign={campaign} />
      <QueryState query={shown} what="The recipients" rows={6} empty={nothing}>
        {(rows) => (
          <div className={isOlder ? 'opacity-60' : undefined}>
            <ul aria-label="Recipients" className="divide-y divide-line border-y border-line">
              {rows.map((recipient) => (
                <RecipientRow
                  key={`${recipient.patientId} ${recipient.step}`}
                  {...{ recipient, campaign, organizationId, now, timezone, offline, isPhone }}
                  onDone={() => void shown.refetch()}
                />
              ))}
            </ul>
            <div className="px-4 py-3 md:px-5">
              <PageButtons
                label="Pages of recipients"
                range={`${countWords(from + 1)}–${countWords(from + rows.length)}`}
                page={page}
                hasNext={hasNext}
                disabledReason={offlineReason(offline, 'Another page')}
                onTurn={shown.turn}
              />
            </div>
          </div>
        )}
      </QueryState>
    </Section>
  )
}

const ANY = { value: '', label: 'Any' } as const

function FilterFields({ filters, campaign }: { filters: Filters<(typeof filterNames)[number]>; campaign: Campaign }) {
  const { values, change, clear, isFiltered } = filters
  const states = sendStates.filter((state) => campaign.states[state] > 0 || values.state === state)
  const causes = new Set(campaign.causes.map(({ failureReason }) => failureReason))
  if (values.failureReason !== '') causes.add(values.failureReason)
  const reasons = skipReasons.filter(
    (reason) => values.reason === reason || campaign.skipped.some((one) => one.reason === reason),
  )
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-5">
      <SearchField
        label="Search recipients"
        placeholder="Name, number or email"
        value={values.search}
        onChange={(typed) => change({ search: typed })}
        className="w-64 max-md:w-full"
      />
      <Select
        label="State"
        value={values.state}
        filtering={values.state !== ''}
        choices={[
          { ...ANY, label: 'Any state' },
          ...states.map((state) => ({ value: state, label: sendLabel(state) })),
        ]}
        onChange={(state) => change({ state, reason: '', failureReason: '' })}
      />
      {reasons.length > 0 && (
        <Select
          label="Left out because"
          value={values.reason}
          filtering={values.reason !== ''}
          choices={[
            { ...ANY, label: 'Any reason' },
            ...reasons.map((reason) => ({ value: reason, label: skipLabel(reason) })),
          ]}
          onChange={(reason) => change({ reason, state: '', failureReason: '' })}
        />
      )}
      {causes.size > 0 && (
        <Select
          label="Failed because"
          value={values.failureReason}
          filtering={values.failureReason !== ''}
          choices={[{ ...ANY, label: 'Any cause' }, ...[...causes].map((cause) => ({ value: cause, label: cause }))]}
          onChange={(failureReason) => change({ failureReason, reason: '', state: failureReason && 'failed' })}
          className="max-w-64"
        />
      )}
      <Select
        label="Event"
        value={values.event}
        filtering={values.event !== ''}
        choices={[
          { ...ANY, label: 'Any event' },
          ...recipientEvents.map((event) => ({ value: event, label: eventLabel(event) })),
        ]}
        onChange={(event) => change({ event })}
      />
      {isFiltered && (
        <Button kind="ghost" icon={X} onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}
