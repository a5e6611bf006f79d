import { clsx } from 'clsx'
import { countText } from './count-text.rules.ts'
import { useBumps } from './use-bumps.ts'

const KINDS = {
  accent: 'bg-accent text-on-accent',
  neutral: 'bg-press text-ink',
  rail: 'bg-petrol-300 text-petrol-950',
}

interface CountPillProps {
  count: number
  /** The counted noun for screen readers: "3 unread". Left out where the name of the control says the count. */
  label?: string
  kind?: keyof typeof KINDS
  className?: string
}

/** A count that the user should act on; renders nothing for zero. */
export function CountPill({ count, label, kind = 'accent', className }: CountPillProps) {
  const bumps = useBumps(count)
  if (count <= 0) return null
  return (
    <span
      className={clsx(
        'num inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1.25 text-2xs font-semibold',
        KINDS[kind],
        className,
      )}
    >
      <span aria-hidden key={bumps} className={bumps > 0 ? 'motion-safe:animate-count' : undefined}>
        {countText(count)}
      </span>
      {label !== undefined && <span className="sr-only">{` ${count} ${label}`}</span>}
    </span>
  )
}
