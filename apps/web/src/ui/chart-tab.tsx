import { tabLetters } from '@foyer/contracts/patients/letters.rules.ts'
import { clsx } from 'clsx'
import { stockOf } from './chart-tab.rules.ts'

const SIZES = {
  xs: 'h-6 w-4.5 text-[9.5px]/[12px]',
  sm: 'h-7.5 w-5.5 text-[11px]/[15px]',
  md: 'h-9.5 w-7 text-[13px]/[19px]',
  lg: 'h-12 w-9 text-[16px]/[24px]',
  xl: 'h-16 w-12 text-[22px]/[32px]',
}

interface ChartTabProps {
  /** The patient's name; "Unknown" draws a dashed tab. */
  name: string
  size?: keyof typeof SIZES
}

/**
 * Looks like the end-tab of a paper chart: two letters of the family name, each on its own colour. For patients only;
 * decorative.
 */
export function ChartTab({ name, size = 'md' }: ChartTabProps) {
  const letters = tabLetters(name)
  if (!letters) {
    return (
      <span
        aria-hidden
        className={clsx(
          'grid shrink-0 place-items-center rounded-l-xs rounded-r-[5px] border border-dashed border-control font-semibold text-subtle',
          SIZES[size],
        )}
      >
        ?
      </span>
    )
  }
  return (
    <span aria-hidden className={clsx('chart-tab', SIZES[size])}>
      {letters.map((letter, place) => (
        <span key={place} className={stockOf(letter)}>
          {letter}
        </span>
      ))}
    </span>
  )
}
