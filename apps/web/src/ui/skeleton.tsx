import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useHeldFor } from '../lib/use-held-for.ts'

const APPEARS_AFTER_MS = 300

/** A grey bar in place of a line of text. `className` sets its size; the Skeleton around it pulses, not the bar. */
export function SkeletonBar({ className = 'h-3 w-full' }: { className?: string }) {
  return <span aria-hidden className={clsx('block rounded-sm bg-press', className)} />
}

/** A placeholder while something loads, shown only if that takes longer than a moment. */
export function Skeleton({ children, label = 'Loading' }: { children: ReactNode; label?: string }) {
  const shown = useHeldFor(true, APPEARS_AFTER_MS)
  return (
    <div aria-busy="true" className={shown ? 'animate-skeleton' : undefined}>
      <span className="sr-only">{label}</span>
      {shown && children}
    </div>
  )
}
