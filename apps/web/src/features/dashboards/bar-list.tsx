import { barList } from '@foyer/charts/bar-list.rules.ts'
import type { ReactNode } from 'react'
import type { Tone } from '../../parts/figures/columns.rules.ts'

interface BarListProps {
  label: string
  rows: readonly {
    readonly id: string
    readonly name: ReactNode
    /** Each with its tone. */
    readonly parts: readonly { readonly tone: Tone; readonly value: number }[]
    /** Stands after the bar. */
    readonly number: ReactNode
  }[]
}

/** Bars below one another, each between its name and its number. The number says what the bar shows. */
export function BarList({ label, rows }: BarListProps) {
  const drawn = barList(rows.map(({ parts }) => parts.map(({ value }) => value)))
  return (
    <ul aria-label={label} className="dashboard-bars">
      {rows.map(({ id, name, parts, number }, nth) => (
        <li key={id} className="dashboard-bar-row">
          <span className="text-sm">{name}</span>
          <span aria-hidden className="dashboard-bar bar-track">
            {parts.map(({ tone, value }, place) => {
              const part = drawn[nth]?.[place]
              if (value === 0 || part === undefined) return null
              return (
                <span
                  key={tone}
                  className={`bar-part viz-${tone}`}
                  style={{ left: `${part.from * 100}%`, width: `${part.share * 100}%` }}
                />
              )
            })}
          </span>
          <span className="num text-right text-sm">{number}</span>
        </li>
      ))}
    </ul>
  )
}
