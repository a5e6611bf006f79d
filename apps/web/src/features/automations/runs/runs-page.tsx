import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Select } from '../../../ui/select.tsx'
import { useAutomations } from '../list/use-automations.ts'
import { RunList } from './run-list.tsx'
import { runStateChoices } from './run-words.rules.ts'
import { stateOf } from './use-runs.ts'

export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <RunsScreen key={organization._id} organizationId={organization._id} timezone={organization.timezone} />
        </PageRoom>
      </Queries>
    )
  )
}

const NONE: readonly Automation[] = []

/** The runs of all automations, filtered by automation and state. */
function RunsScreen({ organizationId, timezone }: { organizationId: string; timezone: string }) {
  const { values, change, clear, isFiltered } = useFilters(['automation', 'runs'])
  const { data = NONE } = useAutomations(organizationId)
  const names = data.map(({ _id, name }) => ({ value: _id, label: name }))
  const isKnown = values.automation === '' || names.some(({ value }) => value === values.automation)
  const choices = [
    { value: '', label: 'All automations' },
    ...names,
    ...(isKnown ? [] : [{ value: values.automation, label: 'Removed automation' }]),
  ]
  const wanted = { automationId: values.automation || undefined, state: stateOf(values.runs) }
  return (
    <PageSheet
      title="Runs"
      lead="What automations did, and why."
      wide
      action={
        <Link to="/automations" className={buttonLook('ghost', 'md')}>
          All automations
        </Link>
      }
    >
      <div>
        <div className="flex flex-wrap gap-2 px-4 py-3 md:px-5">
          <Select
            label="Automation"
            value={values.automation}
            choices={choices}
            filtering={values.automation !== ''}
            onChange={(automation) => change({ automation })}
            className="max-w-full"
          />
          <Select<string>
            label="State"
            value={values.runs}
            choices={runStateChoices}
            filtering={values.runs !== ''}
            onChange={(runs) => change({ runs })}
          />
        </div>
        <RunList {...{ organizationId, timezone, wanted, isFiltered }} automations={data} onClear={clear} />
      </div>
    </PageSheet>
  )
}
