import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  /** Beside the title: a button, a link. */
  action?: ReactNode
  /** No padding, because the rows have their own. */
  flush?: boolean
  children: ReactNode
}

/** A block of a chart with a heading. */
export function Card({ title, action, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line bg-surface max-md:border-y md:rounded-lg md:border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2 md:px-5">
        <h2 id={id} className="text-md font-semibold tracking-tight">
          {title}
        </h2>
        {action}
      </div>
      <div className={clsx(!flush && 'px-4 pb-4 md:px-5')}>{children}</div>
    </section>
  )
}

/** A labelled value; "Not known" without one. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isKnown = children !== null && children !== undefined && children !== ''
  return (
    <div className="flex items-baseline gap-3 py-1 text-sm">
      <dt className="w-28 shrink-0 text-muted">{label}</dt>
      <dd className={clsx('min-w-0 flex-1 wrap-anywhere', !isKnown && 'text-subtle')}>
        {isKnown ? children : 'Not known'}
      </dd>
    </div>
  )
}
