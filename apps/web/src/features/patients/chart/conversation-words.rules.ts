/** The words of a line about a conversation, besides its last message. */
import type { Conversation, ConversationStatus } from '@foyer/contracts/inbox/conversation.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import { hasName } from '../../../lib/patient-names.rules.ts'

const STATUSES: Readonly<Record<ConversationStatus, string>> = {
  open: 'Open',
  pending: 'Pending',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  unassigned: 'Unassigned',
}

type Person = Conversation['staffAssigned'][number]

/** "Open, with Lena", "Resolved, in the chart of Liam Whitaker" */
export function conversationFacts(
  { status, staffAssigned, team, patientId, name }: Conversation,
  patient: PatientRecord,
  nameOf: (person: Person) => string,
): string {
  const people = staffAssigned.map(nameOf)
  const holders = team === null ? people : [...people, team.name]
  const isOthers = patientId !== patient._id
  const chart = !isOthers
    ? null
    : patientId === null || !hasName(name)
      ? 'in no chart'
      : `in the chart of ${isolated(name)}`
  return [STATUSES[status], holders.length === 0 ? null : `with ${holders.join(' and ')}`, chart]
    .filter((part) => part !== null)
    .join(', ')
}
