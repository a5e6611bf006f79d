import { Clock, ClockAlert, Flag } from 'lucide-react'
import { waitingLabel, waitingTier } from './waiting.rules.ts'

const TIERS = [
  { icon: Clock, look: 'text-subtle' },
  { icon: ClockAlert, look: 'font-semibold text-warn-text' },
  { icon: Flag, look: 'rounded-sm bg-bad px-1 font-semibold text-bad-text' },
] as const

interface WaitClockProps {
  since: string
  now: Date
  /** On a coloured row, where a quiet grey would be too pale. */
  strong?: boolean
}

/** How long a patient has been waiting for an answer; it grows louder at 15 minutes and at an hour. */
export function WaitClock({ since, now, strong = false }: WaitClockProps) {
  const tier = waitingTier(since, now)
  const { icon: Icon, look } = TIERS[tier]
  return (
    <span className={`num inline-flex shrink-0 items-center gap-1 ${tier === 0 && strong ? 'text-ink' : look}`}>
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      <span className="sr-only">waiting </span>
      {waitingLabel(since, now)}
    </span>
  )
}
