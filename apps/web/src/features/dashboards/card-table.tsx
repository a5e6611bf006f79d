import type { ReactNode } from 'react'

interface CardTableProps {
  label: string
  heads: readonly string[]
  /** The rows, each with a head of its own. */
  children: ReactNode
}

/** The small table of a card. */
export function CardTable({ label, heads, children }: CardTableProps) {
  return (
    <table aria-label={label} className="dashboard-table">
      <thead>
        <tr className="narrow text-xs text-muted">
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
