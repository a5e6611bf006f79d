import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { useRef } from 'react'
import type { Api } from '../../../api/client.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'
import { visitsWhere } from './family.rules.ts'

/** The visits of more patients are not read; a family has fewer. */
const MEMBERS_READ = 8
/** Per patient, the newest first: those to come, and the last ones that were. */
const VISITS_READ = 20

export interface FamilyTally {
  /** The patient alone, if the conversation is with another number than theirs. */
  readonly members: readonly HouseholdMember[]
}

/** The patients who share the number of a conversation, and their visits, kept current. */
export function useFamily(
  { organizationId, phoneNumber }: Pick<Conversation, 'organizationId' | 'phoneNumber'>,
  patientId: string,
): LiveRows<Appointment, FamilyTally> {
  const api = useApi()
  const known = useRef<ReadonlySet<string>>(new Set([patientId]))
  const isTheirs = (id: string, number: string | null) => number === phoneNumber || known.current.has(id)
  return useLiveCollection<Appointment, FamilyTally>({
    id: `family ${patientId} ${phoneNumber}`,
    organizationId,
    collection: visitsWhere((visit) => isTheirs(visit.patientId, visit.phoneNumber)),
    // A patient may have come to the number, or left it.
    outdates: (event) =>
      event.type === 'appointments.reloaded' ||
      event.type === 'patients.reloaded' ||
      (event.type === 'patient.changed' && isTheirs(event.data._id, event.data.phoneNumber)),
    read: async (_, signal) => {
      const read = await readFamily(api, { organizationId, patientId, phoneNumber, signal })
      known.current = new Set(read.tally.members.map(({ _id }) => _id))
      return read
    },
  })
}

interface Wanted {
  readonly organizationId: string
  readonly patientId: string
  readonly phoneNumber: string
  readonly signal: AbortSignal
}

async function readFamily(api: Api, { organizationId, patientId, phoneNumber, signal }: Wanted) {
  const query = { organizationId }
  const household = await api('patientHousehold', { params: { id: patientId }, query, signal })
  const all = household.data.members
  const members = household.data.phoneNumber === phoneNumber ? all : all.filter(({ _id }) => _id === patientId)
  const visits = await Promise.all(
    members
      .slice(0, MEMBERS_READ)
      .map(({ _id: id }) =>
        api('patientVisits', { params: { id }, query: { organizationId, limit: VISITS_READ }, signal }),
      ),
  )
  // A new epoch makes the relay request a resync, which reads all of it again.
  if (visits.some(({ epoch }) => epoch !== household.epoch)) throw new Error('The epoch changed between two readings')
  const seq = Math.min(household.asOf, ...visits.map(({ asOf }) => asOf))
  return { items: visits.flatMap(({ data }) => data), cursor: null, epoch: household.epoch, seq, tally: { members } }
}
