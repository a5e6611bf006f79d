/** The heading of a list above its filters, and what a stacked row says in place of its columns. */
import type { ReactNode } from 'react'

export function ListHeading({ children }: { children: ReactNode }) {
  return <h2 className="w-full text-md font-semibold tracking-tight">{children}</h2>
}

/** The facts that are known, on one line below the title of a stacked row. */
export function StackedFacts({ facts }: { facts: readonly string[] }) {
  const known = facts.filter((fact) => fact !== '')
  if (known.length === 0) return null
  return <span className="num hidden text-xs wrap-anywhere text-muted stacked:block">{known.join(', ')}</span>
}
