/**
 * What a list of appointments keeps current: the appointments, and the facts that they borrow. A name follows
 * `patient.changed`, and unread messages follow `conversation.changed`, so that no change is told twice.
 */
import type { Collection } from '../collection.rules.ts'
import type { KnownEvent } from '../events.ts'
import type { Appointment } from './appointment.ts'
import { appointments } from './collections.rules.ts'

type OfPatient = Pick<
  Appointment,
  'patientName' | 'phoneNumber' | 'timezone' | 'mrn' | 'cashPay' | 'insuranceType' | 'eligible' | 'smsStatus'
>
type OfConversation = Pick<Appointment, 'conversationId' | 'unread' | 'smsStatus'>

export type ListedFact =
  | { readonly kind: 'visit'; readonly id: string; readonly version: number; readonly visit: Appointment }
  | { readonly kind: 'patient'; readonly id: string; readonly version: number; readonly borrowed: OfPatient }
  | {
      readonly kind: 'conversation'
      readonly id: string
      readonly version: number
      readonly patientId: string | null
      readonly borrowed: OfConversation
    }
  /** Many appointments or patients changed at once. */
  | { readonly kind: 'reload'; readonly id: 'all'; readonly version: number }

export const listedFacts: Collection<ListedFact> = {
  select: factsOf,
  key: ({ kind, id }) => `${kind} ${id}`,
  order: (left, right) => {
    if (left.kind === 'visit' && right.kind === 'visit') return appointments.order(left.visit, right.visit)
    const [one, other] = [listedFacts.key(left), listedFacts.key(right)]
    return one < other ? -1 : Number(one > other)
  },
}

export function factOf(visit: Appointment): ListedFact {
  return { kind: 'visit', id: visit._id, version: visit.version, visit }
}

function factsOf(event: KnownEvent): readonly ListedFact[] {
  switch (event.type) {
    case 'appointment.changed':
      return [factOf(event.data)]
    case 'patient.changed': {
      const { _id: id, version, name: patientName, phoneNumber, timezone, ...facts } = event.data
      const { mrn, cashPay, insuranceType, eligible, smsStatus } = facts
      const borrowed = { patientName, phoneNumber, timezone, mrn, cashPay, insuranceType, eligible, smsStatus }
      return [{ kind: 'patient', id, version, borrowed }]
    }
    case 'conversation.changed': {
      const { id, version, type, patientId, unreadCount, smsStatus } = event.data
      if (type !== 'sms') return []
      const borrowed = { conversationId: id, unread: unreadCount, smsStatus }
      return [{ kind: 'conversation', id, version, patientId, borrowed }]
    }
    case 'appointments.reloaded':
    case 'patients.reloaded':
      return [{ kind: 'reload', id: 'all', version: event.seq }]
    default:
      return []
  }
}

/** The appointments with what they borrow. A fact that is older than the reading, or than the appointment, adds nothing. */
export function listedVisits(facts: readonly ListedFact[], asOf: number): Appointment[] {
  const patients = new Map<string, ListedFact & { kind: 'patient' }>()
  const conversations = new Map<string, ListedFact & { kind: 'conversation' }>()
  for (const fact of facts) {
    if (fact.kind === 'patient') patients.set(fact.id, fact)
    if (fact.kind !== 'conversation') continue
    conversations.set(fact.id, fact)
    if (fact.patientId !== null) conversations.set(`of ${fact.patientId}`, fact)
  }
  return facts.flatMap((fact) => {
    if (fact.kind !== 'visit') return []
    const { visit } = fact
    const since = Math.max(asOf, visit.version)
    const lent = [
      patients.get(visit.patientId),
      conversations.get(visit.conversationId ?? `of ${visit.patientId}`),
    ].filter((one) => one !== undefined && one.version > since)
    if (lent.length === 0) return [visit]
    lent.sort((left, right) => (left?.version ?? 0) - (right?.version ?? 0))
    return [Object.assign({}, visit, ...lent.map((one) => one?.borrowed)) as Appointment]
  })
}
