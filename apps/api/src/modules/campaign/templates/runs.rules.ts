/** When a template runs. Its days are those of the organization. */
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

const HOUR_MS = 60 * 60_000
/** A run that is later than this is missed. */
const LATE_AFTER_MS = 24 * HOUR_MS

interface Planned {
  readonly active: boolean
  readonly frequencyDays: number
  /** HH:MM */
  readonly timeOfDay: string
  readonly startsOn: string | null
  readonly lastRunAt: Date | null
  /** The run that is planned so far. */
  readonly nextRunAt: Date | null
}

interface Moment {
  readonly now: Date
  readonly timezone: string
}

/** The first run after now; null while the template is not active. Its days are counted from the last run. */
export function nextRunOf(planned: Planned, moment: Moment): Date | null {
  if (!planned.active) return null
  const first = firstDayOf(planned, moment)
  return first === null ? tomorrow(planned, moment) : firstAfter(first, planned, moment)
}

/** A day from which runs are counted; null for the day after today. */
function firstDayOf(planned: Planned, { now, timezone }: Moment): string | null {
  const { frequencyDays, timeOfDay, startsOn, lastRunAt, nextRunAt } = planned
  if (lastRunAt !== null) {
    const last = dayIn(lastRunAt, timezone)
    return startsOn !== null && startsOn > last ? startsOn : dayAfter(last, frequencyDays)
  }
  if (startsOn !== null) return startsOn
  const held = nextRunAt && dayIn(nextRunAt, timezone)
  // A save before the first run does not put it off, unless the new time of day has passed.
  return held !== null && instantAt({ day: held, time: timeOfDay }, timezone) > now ? held : null
}

function tomorrow({ timeOfDay }: Planned, { now, timezone }: Moment): Date {
  return instantAt({ day: dayAfter(dayIn(now, timezone)), time: timeOfDay }, timezone)
}

/** The first of the days `first`, `first` + frequency, … whose time is still to come. */
function firstAfter(first: string, { frequencyDays, timeOfDay }: Planned, { now, timezone }: Moment): Date {
  const passed = Math.max(0, Math.floor(daysBetween(first, dayIn(now, timezone)) / frequencyDays))
  const at = (periods: number) =>
    instantAt({ day: dayAfter(first, periods * frequencyDays), time: timeOfDay }, timezone)
  return at(passed) > now ? at(passed) : at(passed + 1)
}

/** Texts may be sent to the United States and Canada, and no clock there is ahead of this one. */
const FIRST_ZONE = 'America/St_Johns'

/**
 * When a run is launched. Its time is on the clocks of the patients, so the launch comes before the time that the clock of the
 * organization shows: then the first patients get it in time.
 */
export function launchedAt(run: Date, timezone: string): Date {
  const first = instantAt(wallTime(run, timezone), FIRST_ZONE)
  return first < run ? first : run
}

export interface DueRuns {
  /** Newest first. */
  readonly missed: readonly Date[]
  /** The run that is launched now; null if the next one is still to come. */
  readonly run: Date | null
  readonly nextRunAt: Date
}

/** What is due by now: runs of more than a day ago are missed, and at most one is launched. */
export function dueRuns(
  { nextRunAt, frequencyDays, timeOfDay }: Pick<Planned, 'frequencyDays' | 'timeOfDay'> & { readonly nextRunAt: Date },
  { now, timezone }: Moment,
): DueRuns {
  const isDue = (run: Date) => launchedAt(run, timezone) <= now
  const following = (run: Date) =>
    instantAt({ day: dayAfter(dayIn(run, timezone), frequencyDays), time: timeOfDay }, timezone)
  const missed: Date[] = []
  let at = nextRunAt
  // Of two that are due the earlier one is missed as well: nobody gets both at once.
  while (now.getTime() - at.getTime() > LATE_AFTER_MS || (isDue(at) && isDue(following(at)))) {
    missed.unshift(at)
    at = following(at)
  }
  return isDue(at) ? { missed, run: at, nextRunAt: following(at) } : { missed, run: null, nextRunAt: at }
}
