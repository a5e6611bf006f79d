/** Adds appointments that another part of the product or a program knows, many at once. */
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, recordUntold } from '../../events/append.ts'
import type { NewCause } from '../../events/causes.ts'
import { changeUntold, refreshInChunks } from '../conversations/conversations.ts'
import { lockForChange, stageAppointments } from './appointment-change.ts'
import type { AppointmentState } from './appointments.rules.ts'
import { readStates } from './appointments.store.ts'
import { causesOf } from './causes.rules.ts'
import { type RemindedVisit, stageReminded } from './reminders/reminder-change.ts'
import { oweEvent, tellOwed } from './untold-visits.ts'

/** An import of more is told by one event when it has ended, and screens read again what they show of visits and patients. */
export const TOLD_EACH_MAX = 200

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
export async function addVisits(database: Pick<Database, 'read' | 'write'>, adding: Adding): Promise<number> {
  const { organizationId, now } = adding
  const visits = await missingOf(database, adding)
  const byPatient = Map.groupBy(visits, ({ state }) => state.patientId)
  const about = { organizationId, patientIds: [...byPatient.keys()], now }
  const ofPatients = (ids: readonly string[]) => ids.flatMap((id) => byPatient.get(id) ?? [])
  // By id, because a transaction may run again.
  const done = new Set<string>()
  if (visits.length <= TOLD_EACH_MAX) {
    await refreshInChunks(database, about, async (tx, some) => {
      const { added, changes } = await stage(tx, adding, ofPatients(some), some)
      for (const { state } of added) done.add(state.id)
      return changes
    })
    return done.size
  }
  const caused = new Map<string, NewCause[]>()
  const days = new Set<string>()
  const tell = () =>
    database.write(organizationId, async (tx) => {
      // Again, because a worker may have told of the first ones meanwhile, and a cause needs an event.
      if (caused.size > 0) await oweEvent(tx, organizationId, [...days])
      await tellOwed(tx, { organizationId, now, causes: [...caused.values()].flat() })
    })
  try {
    await changeUntold(database, about, async (tx, some) => {
      const { added, changes, zone } = await stage(tx, adding, ofPatients(some), some)
      await recordUntold(tx, { organizationId, at: now }, changes)
      const daysAdded = added.map(({ state }) => dayIn(state.startsAt, zone))
      await oweEvent(tx, organizationId, daysAdded)
      for (const day of daysAdded) days.add(day)
      for (const { state } of added) {
        done.add(state.id)
        caused.set(state.id, causesOf(null, state))
      }
    })
  } catch (error) {
    // The visits of earlier transactions stay. If telling of them fails too, a worker does it.
    await tell().catch(() => undefined)
    throw error
  }
  await tell()
  return done.size
}

/** The statements of a transaction name at most so many appointments. */
const READ_AT_ONCE = 5000

/** The visits that do not exist yet. Another transaction may add them meanwhile. */
async function missingOf(
  database: Pick<Database, 'read'>,
  { organizationId, visits }: Pick<Adding, 'organizationId' | 'visits'>,
): Promise<readonly Added[]> {
  if (visits.length <= TOLD_EACH_MAX) return visits
  const existing = new Set<string>()
  for (let start = 0; start < visits.length; start += READ_AT_ONCE) {
    const ids = visits.slice(start, start + READ_AT_ONCE).map(({ state }) => state.id)
    const states = await database.read(organizationId, (tx) => readStates(tx, organizationId, ids))
    for (const { id } of states) existing.add(id)
  }
  return visits.filter(({ state }) => !existing.has(state.id))
}

/** Locks the patients' appointments and stages those that are missing. */
async function stage(
  tx: Tx,
  { organizationId, now, reminded, writeLedger }: Adding,
  visits: readonly Added[],
  patientIds: readonly string[],
): Promise<{ added: readonly Added[]; changes: readonly ChangeSet[]; zone: string }> {
  const ids = visits.map(({ state }) => state.id)
  const locked = await lockForChange(tx, organizationId, ids, patientIds)
  const added = visits.filter(({ state }) => !locked.appointments.has(state.id))
  const happened = added.map(({ state, history }) => ({ before: null, after: state, history }))
  const about = { organizationId, by: null, now }
  const { changes } = await stageAppointments(tx, about, locked, happened)
  const addedIds = new Set(added.map(({ state }) => state.id))
  const told = reminded.filter(({ id }) => addedIds.has(id))
  const sets = stageReminded(tx, about, told).changes.map((set) => ({
    ...set,
    async recordAll(positions: Parameters<typeof set.recordAll>[0]) {
      await writeLedger(tx, new Set(told.map(({ id }) => id)))
      return set.recordAll(positions)
    },
  }))
  return { added, changes: [...changes, ...sets], zone: locked.reminding.clinicZone }
}
