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
  /** The row has a coloured background, on which a pale grey would have too little contrast. */
  strong?: boolean
}

/** How long a patient has been waiting for an answer. It becomes more prominent after 15 minutes and after an hour. */
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
