import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface PageHeadProps {
  title: string
  lead: string
  children: ReactNode
}

/** The heading of a dashboard beside what can be chosen. A link inside the app moves the focus to the heading. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, and only after a link inside the app
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          {title}
        </h1>
        <p className="num mt-0.5 text-sm text-muted">{lead}</p>
      </div>
      <div className="dashboard-screen flex flex-wrap gap-2">{children}</div>
    </header>
  )
}
