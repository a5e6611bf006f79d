import type { DeskState } from '@foyer/contracts/board/desk.rules.ts'
import type { Desk } from '@foyer/contracts/board/desk.ts'
import { Coffee, type LucideIcon, Phone, Power, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi, useServices } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useDesks } from './use-desks.ts'

interface ShiftPanelProps {
  readonly organization: { readonly _id: string; readonly timezone: string }
  readonly userId: string
}

interface Choice {
  readonly label: string
  readonly icon: LucideIcon
  readonly state: DeskState
  readonly minutes?: number
}

const CHOICES: readonly Choice[] = [
  { label: 'On shift', icon: UserCheck, state: 'on' },
  { label: 'On a call', icon: Phone, state: 'call' },
  { label: 'Break for 15 minutes', icon: Coffee, state: 'break', minutes: 15 },
  { label: 'Break for 30 minutes', icon: Coffee, state: 'break', minutes: 30 },
  { label: 'Break for an hour', icon: Coffee, state: 'break', minutes: 60 },
  { label: 'Off', icon: Power, state: 'off' },
]
const MINUTE_MS = 60_000

/** Shows the user's own desk as the wallboard shows it to colleagues, and changes it. */
export function ShiftPanel({ organization: { _id: organizationId, timezone }, userId }: ShiftPanelProps) {
  const api = useApi()
  const { clock } = useServices()
  const { query, desks, put } = useDesks(organizationId)
  const [busy, setBusy] = useState<string | null>(null)
  const offline = useOffline()
  const own = desks.find((desk) => desk.userId === userId)

  async function choose({ label, state, minutes }: Choice) {
    setBusy(label)
    const until =
      minutes === undefined ? {} : { until: new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString() }
    try {
      const { data, epoch } = await api('changeDesk', { body: { organizationId, state, ...until } })
      put(epoch, data)
    } catch (error) {
      notifyError(failureMessage(error))
    } finally {
      setBusy(null)
    }
  }

  return (
    <QueryState query={query} what="Your shift" rows={4}>
      {() => (
        <div className="p-4">
          <p role="status" aria-label="Your desk" className="text-sm">
            {ownWords(own, timezone)}
          </p>
          <p className="mt-1 text-sm text-muted">Colleagues see it on the wallboard.</p>
          <div className="mt-4 grid gap-2">
            {CHOICES.map((choice) => {
              const isNow = choice.minutes === undefined && (own?.state ?? 'off') === choice.state
              return (
                <Button
                  key={choice.label}
                  icon={choice.icon}
                  busy={busy === choice.label}
                  aria-pressed={isNow}
                  disabledReason={offlineReason(offline, 'Changing your shift')}
                  onClick={() => void choose(choice)}
                  className="h-11 justify-start aria-pressed:border-accent aria-pressed:bg-selected"
                >
                  {choice.label}
                </Button>
              )
            })}
          </div>
        </div>
      )}
    </QueryState>
  )
}

function ownWords(own: Desk | undefined, timezone: string): string {
  if (own === undefined || own.state === 'off') return 'You are off.'
  const since = `since ${timeOfDay(new Date(own.since), timezone)}`
  if (own.state === 'call') return `You are on a call, ${since}.`
  if (own.state === 'on') return `You are on shift, ${since}.`
  const end = own.until === null ? since : `until ${timeOfDay(new Date(own.until), timezone)}`
  return `You are on a break, ${end}.`
}
