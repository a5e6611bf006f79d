import type { AutomationPause } from '@foyer/contracts/automations/automation.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { Pause, Play } from 'lucide-react'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'

interface PauseAllProps {
  now: Date
  timezone: string
  busy: boolean
  offline: boolean
  onPause: (until: Date) => void
}

const HOUR_MS = 3_600_000
/** The front desk begins. */
const MORNING = '08:00'

/** Until when everything may be paused. */
export function pauseChoices(now: Date, timezone: string): readonly { label: string; until: Date }[] {
  const morning = (days: number) => instantAt({ day: dayAfter(dayIn(now, timezone), days), time: MORNING }, timezone)
  return [
    { label: 'For 1 hour', until: new Date(now.getTime() + HOUR_MS) },
    { label: 'For 4 hours', until: new Date(now.getTime() + 4 * HOUR_MS) },
    { label: 'Until tomorrow, 8:00 AM', until: morning(1) },
    { label: 'For 7 days', until: morning(7) },
  ]
}

export function PauseAll({ now, timezone, busy, offline, onPause }: PauseAllProps) {
  const why = busy ? 'It is being done.' : offlineReason(offline, 'Pausing')
  return (
    <Menu
      label="Pause all"
      align="end"
      heading="Nothing starts or goes on"
      content={
        <>
          <Pause aria-hidden size={16} className="shrink-0" />
          Pause all
        </>
      }
      className={buttonLook('default', 'md')}
      entries={pauseChoices(now, timezone).map(({ label, until }) => ({
        ...{ label, detail: `Until ${inSentence(momentLabel(until, now, timezone))}`, disabledReason: why },
        onSelect: () => onPause(until),
      }))}
    />
  )
}

interface PauseBannerProps {
  pause: AutomationPause
  now: Date
  timezone: string
  busy: boolean
  offline: boolean
  onResume: () => void
}

/** Says that everything is paused; nothing once the time is over. */
export function PauseBanner({ pause, now, timezone, busy, offline, onResume }: PauseBannerProps) {
  const nameOf = useStaffName()
  const { pausedUntil, pausedBy } = pause
  if (pausedUntil === null || new Date(pausedUntil) <= now) return null
  const by = pausedBy && nameOf(pausedBy.id, pausedBy.name)
  return (
    <div role="status" aria-label="Pause" className="overflow-hidden border-line md:mb-4 md:rounded-lg">
      <Banner
        kind="warn"
        icon={Pause}
        action={
          <Button
            size="sm"
            icon={Play}
            busy={busy}
            disabledReason={offlineReason(offline, 'Resuming')}
            onClick={onResume}
          >
            Resume
          </Button>
        }
      >
        {`All automations are paused until ${inSentence(momentLabel(pausedUntil, now, timezone))}${by ? `, by ${by}` : ''}`}
      </Banner>
    </div>
  )
}
