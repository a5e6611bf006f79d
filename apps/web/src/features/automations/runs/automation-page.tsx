import type { AutomationDetail } from '@foyer/contracts/automations/automation.ts'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { useParams } from 'react-router'
import { useNow } from '../../../lib/use-now.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useActiveOrganization, useServices } from '../../../parts/services.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Select } from '../../../ui/select.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { Absent } from '../absent.tsx'
import { StateChip } from '../list/automation-row.tsx'
import { useAutomation } from '../use-automation.ts'
import { HeldRuns } from './held-runs.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RunList } from './run-list.tsx'
import { runStateChoices } from './run-words.rules.ts'
import { stateOf } from './use-runs.ts'

export function Component() {
  const organization = useActiveOrganization()
  const { id = '' } = useParams()
  return (
    organization && (
      <Queries>
        <AutomationRoom key={`${organization._id} ${id}`} automationId={id} {...{ organization }} />
      </Queries>
    )
  )
}

interface RoomOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

interface AutomationRoomProps {
  organization: RoomOrganization
  automationId: string
}

/** The page of one automation, or why there is none. */
export function AutomationRoom({ organization, automationId }: AutomationRoomProps) {
  const automation = useAutomation(organization._id, automationId)
  if (automation.isAbsent || automation.data?.removed) return <Absent name={organization.name} />
  return (
    <PageRoom>
      <QueryState query={automation} what="The automation" rows={6}>
        {(detail) => (
          <AutomationScreen automation={detail} timezone={organization.timezone} onChanged={automation.refetch} />
        )}
      </QueryState>
    </PageRoom>
  )
}

const TABS = ['runs', 'history'] as const
type Tab = (typeof TABS)[number]
const LABELS: Readonly<Record<Tab, string>> = { runs: 'Runs', history: 'History' }

interface AutomationScreenProps {
  automation: AutomationDetail
  timezone: string
  onChanged: () => unknown
}

/** One automation: what it did, and how it became as it is. */
function AutomationScreen({ automation, timezone, onChanged }: AutomationScreenProps) {
  const { _id, organizationId, name, sentence, state } = automation
  const { values, change } = useFilters(['tab', 'runs'])
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const tab = TABS.find((one) => one === values.tab) ?? 'runs'
  return (
    <>
      <HeldRuns {...{ automation, offline }} onDecided={() => void onChanged()} />
      <PageSheet
        title={name}
        lead={sentence}
        wide
        action={
          <div className="flex flex-wrap items-center gap-2">
            <StateChip {...{ state }} />
            <Link to="/automations" className={buttonLook('ghost', 'md')}>
              All automations
            </Link>
            <Link to={`/automations/${_id}/edit`} className={buttonLook('default', 'md')}>
              <Pencil aria-hidden size={15} />
              Edit
            </Link>
          </div>
        }
      >
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 md:px-5">
            <TabRow<Tab>
              label="About it"
              value={tab}
              onChange={(next) => change({ tab: next === 'runs' ? '' : next })}
              className="flex gap-5"
              entries={TABS.map((value) => ({
                ...{ value, content: LABELS[value] },
                className: clsx(
                  'focus-inset min-h-12 border-y-2 border-t-transparent px-0.5 text-sm pointer-coarse:min-w-11',
                  value === tab ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
                ),
              }))}
            />
            {tab === 'runs' && (
              <Select<string>
                label="State"
                value={values.runs}
                choices={runStateChoices}
                filtering={values.runs !== ''}
                onChange={(runs) => change({ runs })}
              />
            )}
          </div>
          {tab === 'runs' ? (
            <RunList
              {...{ organizationId, timezone }}
              automations={[automation]}
              wanted={{ automationId: _id, state: stateOf(values.runs) }}
              isFiltered={values.runs !== ''}
              onClear={() => change({ runs: '' })}
            />
          ) : (
            <HistoryTab {...{ automation, now, timezone, offline }} onRolledBack={() => void onChanged()} />
          )}
        </div>
      </PageSheet>
    </>
  )
}
