import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { Calendar, ConciergeBell, type LucideIcon, Pill, ReceiptText, Tag } from 'lucide-react'

export const REQUESTS: Record<RequestType, { icon: LucideIcon; label: string }> = {
  appointment: { icon: Calendar, label: 'Appointment' },
  prescription: { icon: Pill, label: 'Prescription' },
  billing: { icon: ReceiptText, label: 'Billing' },
  concierge: { icon: ConciergeBell, label: 'Concierge' },
  other: { icon: Tag, label: 'Other request' },
}

/** The request type of a conversation, as text and an icon, never by colour alone. */
export function RequestLabel({ type }: { type: RequestType }) {
  // A newer server may have more types.
  const { icon: Icon, label } = REQUESTS[type] ?? REQUESTS.other
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Icon aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
      <span className="truncate">{label}</span>
    </span>
  )
}
