/** Adds appointments that another part of the product or a program knows, many at once. */
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { refreshInChunks } from '../conversations/conversations.ts'
import { lockForChange, stageAppointments } from './appointment-change.ts'
import type { AppointmentState } from './appointments.rules.ts'
import { type RemindedVisit, stageReminded } from './reminders/reminder-change.ts'

interface Added {
  readonly state: AppointmentState
  readonly history: readonly AppointmentChange[]
}

interface Adding {
  readonly organizationId: string
  readonly now: Date
  readonly visits: readonly Added[]
  /** The new appointments that were reminded of before. */
  readonly reminded: readonly RemindedVisit[]
  /** Writes the ledger of these, in the transaction that adds them. */
  readonly writeLedger: (tx: Tx, ids: ReadonlySet<string>) => Promise<void>
}

/**
 * Adds those that do not exist yet, in transactions of at most 100 patients each, and returns how many it added. The caller
 * has checked that patients and doctors exist and that the times are free.
 */
export async function addVisits(
  database: Pick<Database, 'write'>,
  { organizationId, now, visits, reminded, writeLedger }: Adding,
): Promise<number> {
  const byPatient = Map.groupBy(visits, ({ state }) => state.patientId)
  const patientIds = [...byPatient.keys()]
  const done = new Set<string>()
  await refreshInChunks(database, { organizationId, patientIds, now }, async (tx, some) => {
    const own = some.flatMap((id) => byPatient.get(id) ?? [])
    const ids = own.map(({ state }) => state.id)
    const locked = await lockForChange(tx, organizationId, ids, some)
    const missing = own.filter(({ state }) => !locked.appointments.has(state.id))
    const happened = missing.map(({ state, history }) => ({ before: null, after: state, history }))
    const about = { organizationId, by: null, now }
    const { changes } = await stageAppointments(tx, about, locked, happened)
    for (const { state } of missing) done.add(state.id)
    const told = reminded.filter(({ id }) => missing.some(({ state }) => state.id === id))
    const sets = stageReminded(tx, about, told).changes.map((set) => ({
      ...set,
      async recordAll(positions: Parameters<typeof set.recordAll>[0]) {
        await writeLedger(tx, new Set(told.map(({ id }) => id)))
        return set.recordAll(positions)
      },
    }))
    return [...changes, ...sets]
  })
  return done.size
}
