/** Divides a patient's visits into those to come and those that have ended. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'

export function hasEnded({ endsAt }: Pick<Appointment, 'endsAt'>, now: Date): boolean {
  return Date.parse(endsAt) <= now.getTime()
}

interface Known {
  readonly coming: readonly Appointment[]
  readonly past: readonly Appointment[]
  /** Older visits than those in `past` were not read yet. */
  readonly hasMorePast: boolean
  readonly now: Date
}

/** Divides the visits of both readings anew: time passes, and a visit may be moved from one to the other. */
export function visitsByTime({ coming, past, hasMorePast, now }: Known): Pick<Known, 'coming' | 'past'> {
  const byId = new Map<string, Appointment>()
  for (const visit of [...past, ...coming]) {
    const known = byId.get(visit._id)
    if (known === undefined || known.version <= visit.version) byId.set(visit._id, visit)
  }
  const all = [...byId.values()].sort(byStart)
  const oldest = hasMorePast ? past.map(({ startsAt }) => startsAt).sort()[0] : undefined
  return {
    coming: all.filter((visit) => !hasEnded(visit, now)),
    past: all.filter((visit) => hasEnded(visit, now) && (oldest === undefined || visit.startsAt >= oldest)).reverse(),
  }
}

function byStart(left: Appointment, right: Appointment): number {
  if (left.startsAt !== right.startsAt) return left.startsAt < right.startsAt ? -1 : 1
  return left._id < right._id ? -1 : 1
}
