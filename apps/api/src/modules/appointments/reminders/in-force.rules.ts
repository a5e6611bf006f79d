/**
 * Since when the steps of the cadences are as they are. A step that was added, moved or switched on is not due for visits whose
 * moment had passed by then; one that a save left as it was keeps its time, so that a save drops no text.
 */
import type { Cadence, CadenceStep, VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'

/** As instants. */
export interface InForce {
  /** By `stepKey`; null: from the beginning. */
  readonly steps: Readonly<Record<string, string | null>>
  /** When a kind of visit lost a cadence of its own, and fell to the one for every kind. */
  readonly types: Readonly<Record<string, string>>
}

export interface Saved extends InForce {
  /** The last save. It counts for steps that were saved before this was kept. */
  readonly savedAt: Date
}

/** The time since which the step is in force for visits of a kind; null: from the beginning. */
export function inForceSince(
  saved: Saved | null,
  { appointmentType }: Pick<Cadence, 'appointmentType'>,
  step: Pick<CadenceStep, '_id'>,
  visitType: string,
): Date | null {
  if (saved === null) return null
  const known = saved.steps[stepKey(appointmentType, step)]
  const since = known === undefined ? saved.savedAt : known === null ? null : new Date(known)
  const fell = appointmentType === null ? saved.types[visitType] : undefined
  return later(since, fell === undefined ? null : new Date(fell))
}

/** Older than any step, which is at most a year before its visit. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000

/** `saved` is what was in force before; null if the setting was never saved. */
export function inForceAfter(
  before: Pick<VisitSettings, 'reminders'>,
  saved: Saved | null,
  after: Pick<VisitSettings, 'reminders'>,
  now: Date,
): InForce {
  const steps = after.reminders.flatMap((cadence) => {
    const former = before.reminders.find(({ appointmentType }) => appointmentType === cadence.appointmentType)
    return cadence.steps.map((step) => {
      const same = former?.steps.find((one) => isAt(one, step))
      // Steps that are switched off are in force for nobody.
      const isKept = same !== undefined && former?.enabled === cadence.enabled
      const since = isKept ? inForceSince(saved, cadence, step, '') : now
      return [stepKey(cadence.appointmentType, step), since?.toISOString() ?? null] as const
    })
  })
  const own = new Set(after.reminders.map(({ appointmentType }) => appointmentType))
  const fallen = before.reminders.flatMap(({ appointmentType: type }) => (type === null || own.has(type) ? [] : [type]))
  const kept = Object.entries(saved?.types ?? {}).filter(([, at]) => now.getTime() - Date.parse(at) < KEPT_MS)
  return {
    steps: Object.fromEntries(steps),
    types: { ...Object.fromEntries(kept), ...Object.fromEntries(fallen.map((type) => [type, now.toISOString()])) },
  }
}

/** The ledger knows a step by its id, so one with another id is another step. */
function isAt(left: CadenceStep, right: CadenceStep): boolean {
  const { n, unit } = left.before
  return left._id === right._id && left.at === right.at && n === right.before.n && unit === right.before.unit
}

function stepKey(appointmentType: string | null, { _id }: Pick<CadenceStep, '_id'>): string {
  return JSON.stringify([appointmentType, _id])
}

function later(left: Date | null, right: Date | null): Date | null {
  if (left === null || right === null) return left ?? right
  return left > right ? left : right
}
