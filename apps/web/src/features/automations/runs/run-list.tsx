import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { withName } from '@foyer/contracts/automations/collections.rules.ts'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { RunRow } from './run-row.tsx'
import { useRuns, type WantedRuns } from './use-runs.ts'

interface RunListProps {
  organizationId: string
  timezone: string
  wanted: WantedRuns
  /** The automations that are known, for their present names. */
  automations: readonly Automation[]
  isFiltered: boolean
  onClear: () => void
}

/** The runs that fit, live. */
export function RunList({ organizationId, timezone, wanted, automations, isFiltered, onClear }: RunListProps) {
  const rows = useRuns(organizationId, wanted)
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const byId = useMemo(() => new Map(automations.map((one) => [one._id, one])), [automations])
  const empty = isFiltered ? (
    <Note icon={History} title="No run fits" detail="Fewer filters show more of them.">
      <Button onClick={onClear}>Show all of them</Button>
    </Note>
  ) : (
    <Note
      icon={History}
      title="No runs yet"
      detail="Each start of an automation stands here, with what it did and why."
    />
  )
  return (
    <QueryState query={rows} what="The runs" rows={6} empty={empty}>
      {(runs) => (
        <>
          <ul aria-label="Runs" className="divide-y divide-line border-t border-line">
            {runs.map((run) => (
              <li key={run._id} data-run-id={run._id}>
                <RunRow
                  {...{ organizationId, now, timezone, offline }}
                  run={withName(run, byId.get(run.automationId))}
                  isNamed={wanted.automationId === undefined}
                  onStopped={(epoch, stopped) => rows.put(epoch, [stopped])}
                />
              </li>
            ))}
          </ul>
          <LoadMore rows={rows} what="runs" />
        </>
      )}
    </QueryState>
  )
}
