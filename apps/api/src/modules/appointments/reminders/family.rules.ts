/** The visits of a family that one text is about: those of a number on one day whose steps are due within an hour. */
import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { type Due, dueSteps, type PlannedStep, type RemindedVisit, stepsOf, type Zones } from './cadence.rules.ts'

/** The most visits that one text is about. */
const TOGETHER_MAX = 4
const SOON_MS = 60 * 60_000

interface Cadence {
  readonly visit: RemindedVisit
  readonly done: readonly string[]
  readonly zones: Zones
  readonly settings: VisitSettings
}

export interface Companion<Visit> {
  readonly visit: Visit
  readonly planned: PlannedStep
  /** Its older steps, which get their reason at the same time. */
  readonly skipped: Due['skipped']
}

interface Asked<Visit> {
  /** The other visits of the number on the day, by their starts. */
  readonly others: readonly Visit[]
  readonly now: Date
  readonly cadenceOf: (visit: Visit) => Cadence
  /** Whether the step would be a text of its own. */
  readonly isTexted: (visit: Visit, planned: PlannedStep) => boolean
}

export function companionsOf<Visit extends { readonly firstName: string; readonly startsAt: Date }>(
  own: Visit,
  { others, now, cadenceOf, isTexted }: Asked<Visit>,
): Companion<Visit>[] {
  const found: Companion<Visit>[] = []
  const isNamed = (one: Visit) =>
    [own, ...found.map(({ visit }) => visit)].some(
      ({ firstName, startsAt }) => firstName === one.firstName && startsAt.getTime() === one.startsAt.getTime(),
    )
  for (const visit of others) {
    if (found.length === TOGETHER_MAX - 1) break
    const soon = dueSoon(cadenceOf(visit), now)
    // A second entry of the same visit is judged by itself, and skipped as a duplicate.
    if (soon !== null && !isNamed(visit) && isTexted(visit, soon.planned)) found.push({ visit, ...soon })
  }
  return found
}

function dueSoon({ visit, done, zones, settings }: Cadence, now: Date): Omit<Companion<unknown>, 'visit'> | null {
  if (quietUntil(now, zones.patient, zones.quietHours) !== null) return null
  const { step, skipped } = dueSteps(visit, settings, done, now, zones)
  if (step !== null) return step.type === 'reminder' ? { planned: step, skipped } : null
  // What was missed is judged by itself first.
  if (skipped.length > 0) return null
  const soon = now.getTime() + SOON_MS
  const next = stepsOf(visit, settings, now, zones).find((planned) => !done.includes(planned.step))
  return next && !next.isQuiet && next.at.getTime() <= soon ? { planned: next, skipped: [] } : null
}
