import { MORE_MINUTES } from '@foyer/contracts/dashboards/metrics.rules.ts'

export function minutesWords(minutes: number | null): string {
  if (minutes === null) return '–'
  return minutes >= MORE_MINUTES ? 'over 8 h' : `${minutes} min`
}
