import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { problemsToMend } from '../not-ready.rules.ts'

interface HeldRunsProps {
  automation: Automation
  offline: boolean
  onDecided: () => void
}

const REASONS = {
  too_many: 'It stopped by itself: it started too often in one hour.',
  failing: 'It stopped by itself: too many of its steps failed in a row.',
} as const

const STATES = { on: 'It is on again.', off: 'It is off now.' } as const

/** Deciding switches the automation, unless it is so already. */
function consequence(decision: 'run' | 'drop', state: Automation['state']): string {
  if (decision === 'run') {
    return `Each is judged anew and then done${state === 'on' ? '.' : ', and the automation is switched on.'}`
  }
  return `None of them is done${state === 'off' ? '.' : ', and the automation is switched off.'}`
}

/** A person decides on the runs that were held when the automation stopped by itself, also once it is on again. */
export function HeldRuns({ automation, offline, onDecided }: HeldRunsProps) {
  const api = useApi()
  const withKey = useIdempotencyKeys()
  const [asked, setAsked] = useState<'run' | 'drop' | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { _id, organizationId, state, stoppedReason, counts } = automation
  const isStopped = state === 'stopped'
  if (!isStopped && counts.held === 0) return null
  const count = counts.held.toLocaleString('en-US')
  const held = counts.held === 1 ? '1 run is held' : `${count} runs are held`
  const since = stoppedReason === null ? 'It stopped by itself.' : REASONS[stoppedReason]
  const words = isStopped
    ? `${since}${counts.held === 0 ? '' : ` ${held}.`}`
    : `${held} since it stopped by itself. ${STATES[state === 'on' ? 'on' : 'off']}`

  async function decide(decision: 'run' | 'drop'): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const body = { organizationId, _id, decision }
      await withKey(body, (idempotencyKey) => api('releaseAutomation', { body, idempotencyKey }))
      setAsked(null)
      onDecided()
    } catch (failure) {
      setError(problemsToMend(failure) ?? failureMessage(failure))
    } finally {
      setBusy(false)
    }
  }

  const why = offlineReason(offline, 'Deciding')
  const verb = asked === 'run' ? `Release ${count}` : `Drop ${count}`
  return (
    <div
      role="status"
      aria-label={isStopped ? 'Stopped by itself' : 'Held runs'}
      className="overflow-hidden md:mb-4 md:rounded-lg"
    >
      <Banner
        kind="warn"
        icon={TriangleAlert}
        action={
          <div className="flex shrink-0 gap-2">
            <Button size="sm" disabledReason={why} onClick={() => setAsked('run')}>
              Release
            </Button>
            <Button size="sm" disabledReason={why} onClick={() => setAsked('drop')}>
              Drop
            </Button>
          </div>
        }
      >
        {words}
      </Banner>
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'run' ? `Release ${count} held runs?` : `Drop ${count} held runs?`}
          confirm={verb}
          danger={asked === 'drop'}
          {...{ busy, error }}
          disabledReason={why}
          onConfirm={() => void decide(asked)}
          onClose={() => {
            setAsked(null)
            setError(null)
          }}
        >
          <p>{consequence(asked, state)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
