import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { Calendar, ConciergeBell, type LucideIcon, Pill, ReceiptText, Tag } from 'lucide-react'
import { requestLabel } from '../../parts/request-labels.rules.ts'

const ICONS: Readonly<Record<RequestType, LucideIcon>> = {
  appointment: Calendar,
  prescription: Pill,
  billing: ReceiptText,
  concierge: ConciergeBell,
  other: Tag,
}

/** A newer server may have more types. */
export function requestIcon(type: RequestType): LucideIcon {
  return ICONS[type] ?? ICONS.other
}

/** The request type of a conversation, as text and an icon, never by colour alone. */
export function RequestLabel({ type }: { type: RequestType }) {
  const Icon = requestIcon(type)
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Icon aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
      <span className="truncate">{requestLabel(type)}</span>
    </span>
  )
}
