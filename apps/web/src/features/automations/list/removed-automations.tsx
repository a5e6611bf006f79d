import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { automationList } from '@foyer/contracts/automations/collections.rules.ts'
import { RotateCcw, Workflow } from 'lucide-react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import type { AutomationActions } from './use-automation-actions.ts'

interface RemovedAutomationsProps {
  organizationId: string
  actions: AutomationActions
  now: Date
  timezone: string
  offline: boolean
}

const EMPTY = (
  <Note
    icon={Workflow}
    title="None was removed"
    detail="An automation that somebody removes stands here for 30 days and can be restored."
  />
)

/** [OPEN-050] The automations that can be restored. */
export function RemovedAutomations({ organizationId, ...row }: RemovedAutomationsProps) {
  const api = useApi()
  const query = useLiveCollection<Automation>({
    id: 'removed automations',
    organizationId,
    collection: automationList,
    belongs: ({ removed }) => removed,
    read: async (_, signal) => {
      const { data, epoch, asOf } = await api('automations', { query: { organizationId, removed: 'yes' }, signal })
      return { items: data, cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  return (
    <div className="border-t border-line">
      <QueryState query={query} what="The removed automations" rows={3} empty={EMPTY}>
        {(automations) => (
          <ul aria-label="Removed automations" className="divide-y divide-line">
            {automations.map((automation) => (
              <li key={automation._id} data-automation-id={automation._id}>
                <RemovedRow
                  {...{ automation, ...row }}
                  onRestore={() => void row.actions.restore(automation, query.put)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}

interface RemovedRowProps extends Omit<RemovedAutomationsProps, 'organizationId'> {
  automation: Automation
  onRestore: () => void
}

function RemovedRow({ automation, actions, now, timezone, offline, onRestore }: RemovedRowProps) {
  const nameOf = useStaffName()
  const { _id, name, sentence, changedBy, changedAt } = automation
  const by = changedBy && nameOf(changedBy.id, changedBy.name)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-base font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">{sentence}</p>
        <p className="num mt-0.5 text-xs text-muted">
          {`Removed ${momentLabel(changedAt, now, timezone)}${by ? ` by ${by}` : ''}`}
        </p>
      </div>
      <Button
        size="sm"
        icon={RotateCcw}
        aria-label={`Restore ${name}`}
        busy={actions.busy === _id}
        disabledReason={offlineReason(offline, 'Restoring')}
        onClick={onRestore}
      >
        Restore
      </Button>
    </div>
  )
}
