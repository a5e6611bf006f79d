import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Change, decimal } from './change.rules.ts'
import { ChangeMark } from './change-mark.tsx'

export interface FigureNumberProps {
  metric: string
  value: number
  /** "received from patients": says with the number what is counted. */
  words: string
  /** The button shows this in place of the number: "81%". */
  shown?: string
  change?: Change | null
  good?: 'up' | 'down'
  /** Before the number, such as the swatch of its series. */
  mark?: ReactNode
  look?: 'big' | 'usual' | 'inline'
  /** The words stand elsewhere on the screen, as the head of a column. */
  bare?: boolean
  onOpen?: (() => void) | undefined
}

const LOOKS = {
  big: 'text-2xl font-semibold tracking-tight',
  usual: 'text-xl font-semibold tracking-tight',
  inline: 'font-semibold',
}

/** A number that opens the rows it is made of. */
export function FigureNumber(props: FigureNumberProps) {
  const { metric, value, words, shown, change = null, good, mark, look = 'usual', bare = false, onOpen } = props
  const number = (
    <span data-figure={metric} data-value={value} className={`num ${LOOKS[look]}`}>
      {shown ?? decimal(value)}
    </span>
  )
  return (
    <span className={clsx('inline-flex min-w-0', look === 'inline' ? 'items-baseline gap-1.5' : 'items-start gap-2')}>
      {mark}
      <span className="min-w-0">
        <span className="inline-flex items-baseline gap-1.5">
          {onOpen === undefined ? (
            number
          ) : (
            <button
              type="button"
              onClick={onOpen}
              className="inline-flex min-h-6 items-center rounded-sm underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {number} <span className="sr-only">{`${words}, open the list`}</span>
            </button>
          )}
          <ChangeMark change={change} good={good} />
        </span>
        {!bare && (
          <span
            aria-hidden={onOpen !== undefined}
            className={clsx('text-sm text-muted', look === 'inline' ? 'ml-1.5' : 'block')}
          >
            {words}
          </span>
        )}
      </span>
    </span>
  )
}
