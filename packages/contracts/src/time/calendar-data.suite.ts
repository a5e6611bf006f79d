/** Time zone data from outside this project, with which the tests compare the zone arithmetic. */
import { readFileSync } from 'node:fs'

type CalendarFile = 'local_day_cases.csv' | 'dst_transitions_us.csv' | 'iana_zones.csv'

export function calendarLines(file: CalendarFile): Record<string, string>[] {
  const path = new URL(`../../../../tests/data/calendar/${file}`, import.meta.url)
  const [names = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
  const keys = names.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [keys[index] ?? '', value])))
}

/** All zone names except the placeholder "Factory", which no runtime supports. */
export const zoneNames = calendarLines('iana_zones.csv').flatMap(({ zone = '' }) => (zone === 'Factory' ? [] : [zone]))
