import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'

const LABELS: Readonly<Record<RequestType, string>> = {
  appointment: 'Appointment',
  prescription: 'Prescription',
  billing: 'Billing',
  concierge: 'Concierge',
  other: 'Other request',
}

/** A newer server may have more types. */
export function requestLabel(type: RequestType): string {
  return LABELS[type] ?? LABELS.other
}
