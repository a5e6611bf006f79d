import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

export interface HouseholdView {
  /** By name; the patient is one of them. */
  readonly members: readonly HouseholdMember[]
  /** The number's conversation by text; null without one. */
  readonly conversationId: string | null
}

type Fact =
  | ({ readonly kind: 'member'; readonly phoneNumber: string | null; readonly version: number } & HouseholdMember)
  | { readonly kind: 'thread'; readonly _id: string; readonly phoneNumber: string; readonly version: number }

/** Any patient may take or leave the number, and its first text begins a conversation. */
const facts: Collection<Fact> = {
  select: (event) => {
    if (event.type === 'patient.changed') return [memberOf(event.data)]
    if (event.type !== 'conversation.changed' || event.data.type !== 'sms') return []
    const { id, phoneNumber, version } = event.data
    return [{ kind: 'thread', _id: id, phoneNumber, version }]
  },
  key: ({ kind, _id }) => `${kind} ${_id}`,
  order: (left, right) => compare(nameOf(left), nameOf(right)) || compare(left._id, right._id),
}

function memberOf({ _id, name, birthdate, mrn, phoneNumber, version }: PatientRecord): Fact {
  return { kind: 'member', _id, name, birthdate, mrn, phoneNumber, version }
}

const nameOf = (fact: Fact) => (fact.kind === 'member' ? fact.name : '')
const compare = (left: string, right: string) => left.localeCompare(right)

/** The people of the patient's number, kept current. */
export function useHousehold(
  organizationId: string,
  { _id: patientId, phoneNumber }: PatientRecord,
): Question<HouseholdView> {
  const api = useApi()
  const { data, ...question } = useLiveCollection<Fact>({
    id: `household ${patientId} ${phoneNumber}`,
    organizationId,
    collection: facts,
    belongs: (fact) => fact.phoneNumber === phoneNumber,
    outdates: ({ type }) => type === 'patients.reloaded',
    read: async (_, signal) => {
      const answer = await api('patientHousehold', { params: { id: patientId }, query: { organizationId }, signal })
      const { members, conversationId } = answer.data
      const items: Fact[] = members.map((member) => ({ kind: 'member', ...member, phoneNumber, version: 0 }))
      if (conversationId !== null && phoneNumber !== null)
        items.push({ kind: 'thread', _id: conversationId, phoneNumber, version: 0 })
      return { items, cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  const thread = data?.find(({ kind }) => kind === 'thread')
  return {
    ...question,
    data: data && {
      members: data.flatMap((fact) => (fact.kind === 'member' ? [fact] : [])),
      conversationId: thread?._id ?? null,
    },
  }
}
