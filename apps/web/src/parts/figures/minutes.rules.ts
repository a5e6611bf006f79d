/** The calls say this where a typical wait is beyond the longest that is counted. */
const BEYOND = 481

export function minutesWords(minutes: number | null): string {
  if (minutes === null) return '–'
  return minutes >= BEYOND ? 'over 8 h' : `${minutes} min`
}
