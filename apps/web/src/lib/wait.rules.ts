/** "15 minutes": rounded up, so never less than the time that is left. */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return seconds > 45 ? '1 minute' : `${Math.max(1, Math.ceil(seconds / 5)) * 5} seconds`
  const hours = Math.ceil(minutes / 60)
  return minutes <= 90 ? `${minutes} minutes` : `${hours} hours`
}

/** `seconds` is NaN if the server did not say how long. */
export function tooManyTries(seconds: number): string {
  const when = seconds > 0 ? `in ${waitWords(seconds)}` : 'in a while'
  return `There were too many tries. Try again ${when}.`
}
