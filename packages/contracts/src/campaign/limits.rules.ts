/** The bounds of campaigns and templates, for the calls and for the screens, which do not import the schemas. */

export const CAMPAIGN_NAME_MAX = 80
export const STEPS_MAX = 10
/** The longest words that are kept, before they are filled. A text that is too long once filled is a problem of the campaign. */
export const WORDS_MAX = 20_000
export const FALLBACKS_MAX = 20
export const FALLBACK_MAX = 100
export const RULES_MAX = 12
/** The patients that a campaign names one by one. */
export const PATIENTS_MAX = 1000
/** The patients of the largest audience. */
export const RECIPIENTS_MAX = 100_000
export const SAMPLE_SIZE = 20
export const PER_HOUR_MAX = 36_000
export const PER_HOUR_DEFAULT = 200
export const FAILURE_PERCENT = { min: 5, max: 100 } as const
/** The texts and e-mails that a member may send to try campaigns out, in a day of the organization. */
export const TESTS_A_DAY = 20
export const FREQUENCY_MAX = 365
/** The time of a template's runs where it names none. */
export const TIME_OF_RUNS = '10:00'
/** A template shows so many of the runs that it missed. */
export const MISSED_MAX = 10
/** The reasons are stored in words of this program, which are much shorter. */
export const FAILURE_REASON_MAX = 300
/** The longest range of days of the dashboard. */
export const DASHBOARD_DAYS_MAX = 3660

const MINUTE_MS = 60_000
const LATEST_MS = 366 * 24 * 60 * MINUTE_MS
/** A screen that was filled in for a few minutes may name a time that has just passed. */
const EARLIEST_MS = -5 * MINUTE_MS

export const WRONG_SCHEDULE = 'Must be in the next 366 days'

/** Whether a campaign may be launched at `now` for this time. */
export function isSchedulable(scheduledAt: Date, now: Date): boolean {
  const ahead = scheduledAt.getTime() - now.getTime()
  return ahead >= EARLIEST_MS && ahead <= LATEST_MS
}
