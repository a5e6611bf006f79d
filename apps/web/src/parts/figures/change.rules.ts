/** How a number differs from the same number of the days before. */

export interface Change {
  readonly direction: 'up' | 'down' | 'same'
  /** "6%", "0.2", "new" */
  readonly words: string
  /** "up 6% from 3,224" */
  readonly said: string
}

/** `percent`: by which part of the former number it changed. `difference`: by how much, for averages and minutes. `points`: of two shares. */
export type Measure = 'percent' | 'difference' | 'points'

const SAME: Change = { direction: 'same', words: '', said: 'as before' }

/** Null if there is nothing to compare. */
export function changeOf(now: number | null, before: number | null, measure: Measure = 'percent'): Change | null {
  if (now === null || before === null) return null
  const shown = measure === 'points' ? `${percent(before)}%` : decimal(before)
  if (measure === 'percent' && before === 0)
    return now === 0 ? SAME : { direction: 'up', words: 'new', said: 'new, from 0' }
  const words = {
    percent: () => `${percent(Math.abs(now - before) / before)}%`,
    difference: () => decimal(Math.abs(now - before)),
    points: () => `${Math.abs(percent(now) - percent(before))}%`,
  }[measure]()
  if (/^0%?$/.test(words))
    return now === before || measure !== 'percent' ? SAME : { ...SAME, said: `nearly as before, ${shown}` }
  const direction = now > before ? 'up' : 'down'
  return { direction, words, said: `${direction} ${words} from ${shown}` }
}

const percent = (share: number) => Math.round(share * 100)

/** "3,418", "4.6" */
export const decimal = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 })

/** "81%"; a dash where nothing is counted. */
export const shareWords = (part: number, whole: number): string => (whole === 0 ? '–' : `${percent(part / whole)}%`)
