/** The words of a campaign's pace and of its end. */
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'
import { type Draft, type Here, scheduleOf } from './draft.rules.ts'

/** Texts an hour; null: as fast as the number can. */
export const PACES: readonly (number | null)[] = [50, 100, 200, 400, 800, 1500, 3000, null]

export function paceLabel(perHour: number | null): string {
  return perHour === null ? 'As fast as the number can' : `${perHour.toLocaleString('en-US')} an hour`
}

const HOUR_MS = 3_600_000

/** "The last text goes out about tomorrow, 4:00 PM."; null where the pace does not say it. */
export function lastWords(draft: Draft, count: number, { now, timezone }: Here): string | null {
  const first = draft.later ? scheduleOf(draft, timezone) : now
  if (first === null || draft.perHour === null || count < 2) return null
  const last = new Date(first.getTime() + ((count - 1) / draft.perHour) * HOUR_MS)
  const what = draft.type === 'SMS' ? 'text' : 'email'
  return `At this pace, the last ${what} goes out about ${inSentence(momentLabel(last, now, timezone))}, later where quiet hours are between.`
}

const MICROS = 1_000_000

/** "$18.29" */
export function costWords({ micros, currency }: { readonly micros: number; readonly currency: string }): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(micros / MICROS)
}
