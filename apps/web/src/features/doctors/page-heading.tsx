import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The heading of a page. A link inside the app moves the focus to it. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere outline-none">
      {children}
    </h1>
  )
}
