/** The visits that patients should have by a day: some are overdue, some due today, the rest in the next weeks. */
import type { Random } from '@foyer/contracts/random.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import type { Calendar } from './calendar.rules.ts'
import type { DueVisit } from './demo-files.ts'
import type { DemoPatient } from './demo-patients.ts'
import type { DueDateRow } from './seed.store.ts'
import { stableId } from './stable-id.rules.ts'

const OVERDUE = 9
const TODAY = 4
const FOUND = new Date('2025-01-06T15:00:00Z')

/** Days from today, type, and days from one visit to the next. One is overdue, one has its visit. */
const DENISE = '151-6637'
const OF_DENISE: readonly (readonly [number, string, number])[] = [
  [-22, 'Mammogram', 730],
  [2, 'A1c test', 90],
  [12, 'Annual wellness visit', 365],
  [26, 'Flu shot', 365],
]

export function inventDueDates(
  organizationId: string,
  parts: {
    readonly dueVisits: readonly DueVisit[]
    readonly calendar: Calendar
    readonly random: Random
    readonly patients: readonly DemoPatient[]
    readonly first: readonly DemoPatient[]
  },
): DueDateRow[] {
  const { dueVisits, calendar, random, first } = parts
  const denise = first.find(({ mrn }) => mrn === DENISE)
  const ofDenise = denise
    ? OF_DENISE.map(([days, type, everyDays]) =>
        row(organizationId, denise, { type, everyDays, day: calendar.day(days) }),
      )
    : []
  const patients = random.shuffled(parts.patients)
  const others = random.shuffled(dueVisits).map(({ type, everyDays, fromAge }, index) => {
    const bornBy = dayAfter(calendar.day(0), -fromAge * 366)
    const place = patients.findIndex(({ birthdate }) => birthdate <= bornBy)
    const [patient] = patients.splice(Math.max(place, 0), 1)
    if (!patient) throw new Error('There are fewer patients than due visits.')
    return row(organizationId, patient, { type, everyDays, day: calendar.day(daysAway(index, random)) })
  })
  return [...ofDenise, ...others]
}

/** Denise has one of the overdue ones. */
function daysAway(index: number, random: Random): number {
  if (index < OVERDUE - 1) return -random.between(1, 75)
  return index < OVERDUE - 1 + TODAY ? 0 : random.between(1, 29)
}

function row(
  organizationId: string,
  patient: DemoPatient,
  { type, everyDays, day }: { type: string; everyDays: number; day: string },
): DueDateRow {
  return {
    organization_id: organizationId,
    id: stableId(FOUND, `due ${organizationId} ${patient.id} ${type}`),
    patient_id: patient.id,
    appointment_type: type,
    due_date: day,
    last_visit_date: dayAfter(day, -everyDays),
    every_days: everyDays,
    source: 'import',
    invited_at: null,
    done_at: null,
    version: 0,
  }
}
