/** Tells of reminders: a new version, entries of the history and an event for each appointment. */
import type { Appointment, AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { appointmentChanged, appointmentsReloaded } from '@foyer/contracts/appointments/events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../../events/append.ts'
import { TOLD_MAX } from '../appointment-change.ts'
import { readAppointments } from '../appointment-items.store.ts'
import { sendHistory, sendVersions } from '../appointments.store.ts'
import type { LedgerEntry } from '../reminder-ledger.store.ts'

interface About {
  readonly organizationId: string
  /** The staff member who sent them; null for the worker and for the carrier's reports. */
  readonly by: string | null
  readonly now: Date
}

export interface RemindedVisit {
  readonly id: string
  readonly history: readonly AppointmentChange[]
}

/**
 * To be appended after the ledger's entries were sent. The caller has locked the appointments. Conversations and patients'
 * records do not show reminders, so none of them gets an event.
 */
export function stageReminded(tx: Tx, { organizationId, by, now }: About, visits: readonly RemindedVisit[]) {
  let items: readonly Appointment[] = []
  const isReloaded = visits.length > TOLD_MAX
  const set: ChangeSet = {
    moved: isReloaded ? [undefined] : visits.map(() => undefined),
    async recordAll(positions) {
      const versions = visits.map(({ id }, place) => ({ id, version: positions[isReloaded ? 0 : place]?.seq ?? 0 }))
      sendVersions(tx, organizationId, versions)
      const happenings = visits.flatMap(({ id: appointmentId, history }) =>
        history.map((change) => ({ appointmentId, at: now, by, change })),
      )
      sendHistory(tx, organizationId, happenings)
      items = await readAppointments(tx, { organizationId, ids: visits.map(({ id }) => id) })
      return isReloaded ? [reloaded(organizationId, items)] : items.map((one) => newEvent(appointmentChanged, one))
    },
  }
  return {
    changes: visits.length === 0 ? [] : [set],
    /** In the order of `visits`, available once the set is appended. */
    items: () => items,
  }
}

function reloaded(organizationId: string, items: readonly Appointment[]) {
  const days = items.map(({ appointmentDate }) => appointmentDate).sort()
  const [from = ''] = days
  return newEvent(appointmentsReloaded, { organizationId, from, to: days.at(-1) ?? from, cause: 'change' })
}

/** The appointments of new entries, each with its entries of the history. */
export function visitsOf(entries: readonly LedgerEntry[]): RemindedVisit[] {
  const ofVisit = Map.groupBy(entries, ({ appointmentId }) => appointmentId)
  return [...ofVisit].flatMap(([id, own]) => (id === null ? [] : [{ id, history: own.map(historyOf) }]))
}

export function historyOf(entry: Pick<LedgerEntry, 'type' | 'channel' | 'status' | 'reason'>): AppointmentChange {
  const { type, channel, status, reason } = entry
  return { kind: 'reminded', type, channel, status, reason }
}
