import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { requestLabel } from './request-labels.rules.ts'

const TYPES = ['appointment', 'prescription', 'billing', 'concierge', 'other'] as const satisfies RequestType[]

/** [STATE-27] Every request type, and the choice of none. */
export const requestChoices: readonly { readonly value: RequestType | null; readonly label: string }[] = [
  ...TYPES.map((value) => ({ value, label: requestLabel(value) })),
  { value: null, label: 'None' },
]
