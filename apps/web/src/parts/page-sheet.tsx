import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

interface PageSheetProps {
  title: string
  /** One line about the purpose of the page. */
  lead?: string
  action?: ReactNode
  /** For lists that need the width. */
  wide?: boolean
  children: ReactNode
}

/**
 * A page: a heading and one sheet with sections between thin lines. A link inside the app moves the focus to the
 * heading.
 */
export function PageSheet({ title, lead, action, wide = false, children }: PageSheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page; another organization is the same page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={wide ? 'max-w-260' : 'max-w-180'}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pb-4 max-md:px-4 max-md:pt-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
            {title}
          </h1>
          {lead !== undefined && <p className="mt-0.5 text-sm wrap-anywhere text-muted">{lead}</p>}
        </div>
        {action}
      </header>
      <div className="divide-y divide-line border-line bg-surface max-md:border-y md:rounded-lg md:border">
        {children}
      </div>
    </div>
  )
}

interface SectionProps {
  title: string
  detail?: ReactNode
  action?: ReactNode
  /** No padding, because the rows have their own. */
  flush?: boolean
  children?: ReactNode
}

export function Section({ title, detail, action, flush = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={flush ? 'pt-4' : 'px-4 py-5 md:px-5'}>
      <div className={clsx('flex flex-wrap items-start justify-between gap-x-4 gap-y-2', flush && 'px-4 pb-3 md:px-5')}>
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-md font-semibold tracking-tight">
            {title}
          </h2>
          {detail !== undefined && <div className="mt-0.5 text-sm wrap-anywhere text-muted">{detail}</div>}
        </div>
        {action}
      </div>
      {children !== undefined && <div className={flush ? undefined : 'mt-4'}>{children}</div>}
    </section>
  )
}
