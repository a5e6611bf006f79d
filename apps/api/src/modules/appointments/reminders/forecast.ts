/** The reminders of the last seven days and of the next seven, by day of the organization. */
import type { ReminderForecast } from '@foyer/contracts/appointments/settings-calls.ts'
import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { RunningConfig } from '../../../config/config.ts'
import type { Tx } from '../../../db/tx.ts'
import { countPlanned, countSent } from './forecast.store.ts'

const DAYS = 7

interface Asked {
  readonly organizationId: string
  readonly timezone: string
  readonly now: Date
  readonly config: Pick<RunningConfig, 'email'>
}

export async function readForecast(
  tx: Tx,
  { organizationId, timezone, now, config }: Asked,
  settings: VisitSettings,
): Promise<ReminderForecast> {
  const today = dayIn(now, timezone)
  const startOf = (day: string) => boundsOfDay(day, timezone).from
  const about = { organizationId, timezone }
  const past = { ...about, from: startOf(dayAfter(today, 1 - DAYS)), until: startOf(dayAfter(today)) }
  const ahead = { ...about, from: now, until: startOf(dayAfter(today, DAYS)) }
  const [sent, planned] = await Promise.all([
    countSent(tx, past),
    countPlanned(tx, ahead, settings, config.email !== null),
  ])
  return { sent: filled(sent, dayAfter(today, 1 - DAYS)), planned: filled(planned, today) }
}

/** Each of the days from `first` on, with 0 for those that have none. */
function filled(counts: readonly { date: string; count: number }[], first: string) {
  const known = new Map(counts.map(({ date, count }) => [date, count]))
  return Array.from({ length: DAYS }, (_, nth) => {
    const date = dayAfter(first, nth)
    return { date, count: known.get(date) ?? 0 }
  })
}
