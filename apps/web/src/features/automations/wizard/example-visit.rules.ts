/** The visits that a definition is tried on. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { isGroup } from '@foyer/contracts/automations/conditions.rules.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { roughMs } from '@foyer/contracts/automations/durations.rules.ts'
import { holds } from '@foyer/contracts/automations/operators.rules.ts'
import type { Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'

type Visit = Pick<Appointment, 'appointmentType' | 'doctorId' | 'location' | 'confirmed'>

/** An empty text is no value. */
const some = (value: string): readonly string[] => (value === '' ? [] : [value])

const READERS: Readonly<Record<string, (visit: Visit) => readonly string[]>> = {
  'visit.type': ({ appointmentType }) => some(appointmentType),
  'visit.doctor': ({ doctorId }) => some(doctorId),
  'visit.location': ({ location }) => some(location),
}

const DAY_MS = 86_400_000

/** The first day whose visits can be tried: a reminder's moment is still to come. */
export function firstDay(trigger: Trigger, today: string): string {
  if (trigger.kind !== 'appointmentReminderDue') return today
  return dayAfter(today, Math.floor(roughMs(trigger.before) / DAY_MS) + 1)
}

/** Whether the row of a visit fits a definition, as far as the row tells. */
export function fitsVisit(visit: Visit, { trigger, conditions }: Pick<Definition, 'trigger' | 'conditions'>): boolean {
  if (trigger.kind === 'appointmentReminderDue' && trigger.unconfirmedOnly && visit.confirmed) return false
  return conditions.every((item) => {
    const read = isGroup(item) ? undefined : READERS[item.field]
    return isGroup(item) || read === undefined || holds(item.operator, item.value, read(visit))
  })
}

/** The first, the middle and the last visit that fit; the first of all if none does. */
export function spread<Row extends Visit>(
  visits: readonly Row[],
  definition: Pick<Definition, 'trigger' | 'conditions'>,
) {
  const fitting = visits.filter((visit) => fitsVisit(visit, definition))
  const all = fitting.length > 0 ? fitting : visits.slice(0, 1)
  const places = new Set([0, Math.floor(all.length / 2), all.length - 1])
  return all.filter((_, place) => places.has(place))
}
