import type { OpenTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { Clock, ClockAlert, Flag } from 'lucide-react'
import { sinceLabel } from '../../../lib/time-labels.rules.ts'
import { waitOf, waitWords } from '../../../lib/waiting.rules.ts'

const TIERS = [
  { icon: Clock, look: 'text-subtle' },
  { icon: ClockAlert, look: 'font-semibold text-warn-text' },
  { icon: Flag, look: 'rounded-sm bg-bad px-1 font-semibold text-bad-text' },
] as const

interface WaitClockProps {
  since: string
  now: Date
  timezone: string
  /** Null while the clinic's hours aren't known: the clock then shows since when, and no mark. */
  openTime: OpenTime | null
  /** The row has a coloured background, on which a pale grey would have too little contrast. */
  strong?: boolean
}

/**
 * How long a patient has been waiting for an answer, in open time. It becomes more prominent after 15 minutes and after an
 * hour.
 */
export function WaitClock({ since, now, timezone, openTime: clinic, strong = false }: WaitClockProps) {
  const { tier, label, words } = shownOf(since, { now, timezone, clinic })
  const { icon: Icon, look } = TIERS[tier]
  return (
    <span
      title={words}
      className={`num inline-flex shrink-0 items-center gap-1 ${tier === 0 && strong ? 'text-ink' : look}`}
    >
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      <span className="sr-only">{words}</span>
      <span aria-hidden>{label}</span>
    </span>
  )
}

function shownOf(since: string, place: { now: Date; timezone: string; clinic: OpenTime | null }) {
  const { now, timezone, clinic } = place
  if (clinic !== null) return { ...waitOf(since, now, clinic), words: waitWords(since, { now, timezone, clinic }) }
  const label = sinceLabel(new Date(since), now, timezone)
  return { tier: 0, label, words: `Waiting since ${label}` } as const
}
