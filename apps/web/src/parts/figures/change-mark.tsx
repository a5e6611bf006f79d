import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Change } from './change.rules.ts'

interface ChangeMarkProps {
  change: Change | null
  /** The direction that is good news; absent: neither is. */
  good?: 'up' | 'down' | undefined
}

/** "↑6%" beside a number. The former number is in its name. */
export function ChangeMark({ change, good }: ChangeMarkProps) {
  if (change === null || change.direction === 'same') return null
  const { direction, words, said } = change
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span
      role="img"
      aria-label={said}
      title={said}
      className={clsx(
        'num inline-flex shrink-0 items-center text-xs font-medium',
        good === undefined ? 'text-muted' : good === direction ? 'text-ok-text' : 'text-bad-text',
      )}
    >
      <Arrow aria-hidden size={13} />
      {words}
    </span>
  )
}
