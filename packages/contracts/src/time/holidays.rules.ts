/** The federal holidays of the United States, each on its own day: a clinic that closes on another day says so itself. */
import { dayAfter, nextWeekday, type Weekday } from './calendar.rules.ts'

export interface Holiday {
  readonly day: string
  readonly name: string
}

/** The day of the month that is the first, second… such weekday on or after this day. */
function weekdayFrom(day: string, weekday: Weekday, weeks = 0): string {
  return dayAfter(nextWeekday(dayAfter(day, -1), weekday), 7 * weeks)
}

function holidaysOf(year: number): readonly Holiday[] {
  return [
    { day: `${year}-01-01`, name: 'New Year’s Day' },
    { day: weekdayFrom(`${year}-01-01`, 'monday', 2), name: 'Martin Luther King Jr. Day' },
    { day: weekdayFrom(`${year}-02-01`, 'monday', 2), name: 'Presidents’ Day' },
    // The last Monday of May.
    { day: weekdayFrom(`${year}-05-25`, 'monday'), name: 'Memorial Day' },
    { day: `${year}-06-19`, name: 'Juneteenth' },
    { day: `${year}-07-04`, name: 'Independence Day' },
    { day: weekdayFrom(`${year}-09-01`, 'monday'), name: 'Labor Day' },
    { day: weekdayFrom(`${year}-10-01`, 'monday', 1), name: 'Columbus Day' },
    { day: `${year}-11-11`, name: 'Veterans Day' },
    { day: weekdayFrom(`${year}-11-01`, 'thursday', 3), name: 'Thanksgiving' },
    { day: `${year}-12-25`, name: 'Christmas Day' },
  ]
}

/** The first holiday from this day on within so many days; null if there is none. */
export function nextHoliday(from: string, days: number): Holiday | null {
  const year = Number(from.slice(0, 4))
  const until = dayAfter(from, days)
  return [year, year + 1].flatMap(holidaysOf).find(({ day }) => from <= day && day <= until) ?? null
}
