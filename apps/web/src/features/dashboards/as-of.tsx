import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import { useSelector } from '@xstate/react'
import { RotateCw } from 'lucide-react'
import { use } from 'react'
import { inSentence, momentLabel } from '../../lib/time-labels.rules.ts'
import { decimal } from '../../parts/figures/change.rules.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { Live } from '../../parts/live-context.tsx'
import { useServices } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import type { Read } from './use-figures.ts'

export type Stamp = Omit<Read<unknown>, 'figures'>

interface AsOfProps {
  /** One for each reading of the page that is there. */
  stamps: readonly Stamp[]
  range: DayRange
  today: string
  timezone: string
  busy: boolean
  onUpdate: () => void
}

/** How old the numbers are. When the log has gone on, they can be read again; until then they stay. */
export function AsOf({ stamps, range, today, timezone, busy, onUpdate }: AsOfProps) {
  const { clock } = useServices()
  const offline = useOffline()
  const position = useSelector(use(Live) ?? undefined, (state) => state?.context.position ?? null)
  useCommands([{ id: 'update figures', title: 'Update the numbers', keys: ['.'], group: 'Everywhere', run: onUpdate }])
  const oldest = stamps.toSorted((one, other) => one.asOf - other.asOf)[0]
  if (oldest === undefined) return null
  const holdsToday = range.startDate <= today && today <= range.endDate
  const isSameLog = position !== null && position.epoch === oldest.epoch
  const changes = holdsToday && isSameLog ? Math.max(0, position.seq - oldest.asOf) : 0
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm text-muted">
      <span className="num">
        {`As of ${inSentence(momentLabel(oldest.at, clock.now(), timezone))}, #${decimal(oldest.asOf)}`}
      </span>
      {(changes > 0 || busy) && (
        <span className="dashboard-screen num inline-flex items-center gap-2">
          {changes > 0 && `${decimal(changes)} ${changes === 1 ? 'change' : 'changes'} since.`}
          <Button
            size="sm"
            icon={RotateCw}
            busy={busy}
            disabledReason={offlineReason(offline, 'Updating')}
            onClick={onUpdate}
            aria-keyshortcuts="."
          >
            Update
          </Button>
        </span>
      )}
    </p>
  )
}
