/** "15 minutes", as people count: never less than what is left. */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return seconds > 45 ? '1 minute' : `${Math.max(1, Math.ceil(seconds / 5)) * 5} seconds`
  const hours = Math.ceil(minutes / 60)
  return minutes <= 90 ? `${minutes} minutes` : `${hours} hours`
}

/** `seconds` is not a number where nobody said how long. */
export function tooManyTries(seconds: number): string {
  const when = seconds > 0 ? `in ${waitWords(seconds)}` : 'in a while'
  return `There were too many tries. Try again ${when}.`
}
