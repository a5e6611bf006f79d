import { type FaxStatus, statusLabel } from '@foyer/contracts/fax/fax.rules.ts'
import { CircleAlert, CircleCheck, CircleHelp, CircleSlash, Clock, type LucideIcon, Phone } from 'lucide-react'

const LOOKS: Readonly<Record<FaxStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  queued: { icon: Clock, look: 'text-muted' },
  sending: { icon: Phone, look: 'text-ink' },
  retrying: { icon: Clock, look: 'text-ink' },
  delivered: { icon: CircleCheck, look: 'text-ok-text' },
  partial: { icon: CircleAlert, look: 'text-bad-text' },
  failed: { icon: CircleAlert, look: 'text-bad-text' },
  unconfirmed: { icon: CircleHelp, look: 'text-bad-text' },
  canceled: { icon: CircleSlash, look: 'text-muted' },
}

/** The state as an icon and a word: never by its colour alone. */
export function StatusMark({ status }: { status: FaxStatus }) {
  const { icon: Icon, look } = LOOKS[status]
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-medium whitespace-nowrap ${look}`}>
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      {statusLabel(status)}
    </span>
  )
}
