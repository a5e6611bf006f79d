/** [RULE-02..04] [OPEN-013] The greeting for a local time; exactly 17:00 is still afternoon. */
export function greeting(local: { hours: number; minutes: number; seconds: number; milliseconds: number }): string {
  if (local.hours < 12) return 'Good morning'
  const pastFive = local.hours > 17 || (local.hours === 17 && local.minutes + local.seconds + local.milliseconds > 0)
  return pastFive ? 'Good evening' : 'Good afternoon!'
}
