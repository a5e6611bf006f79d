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

/** [STATE-27] Every request type, and the choice of none. */
export const requestChoices: readonly { readonly value: RequestType | null; readonly label: string }[] = [
  ...(Object.keys(LABELS) as RequestType[]).map((value) => ({ value, label: LABELS[value] })),
  { value: null, label: 'None' },
]
