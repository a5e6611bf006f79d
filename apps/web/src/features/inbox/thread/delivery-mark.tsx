import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, Hourglass, type LucideIcon } from 'lucide-react'
import type { BubbleState } from '../composer/composer.rules.ts'

/** What became of a message, also of one that only this screen knows of yet. */
export type ShownDelivery = Delivery | BubbleState

interface Mark {
  icon: LucideIcon
  label: string
  look?: string
}

const NOT_DELIVERED: Mark = { icon: CircleAlert, label: 'Not delivered', look: 'font-medium text-bad-text' }

const MARKS: Record<Exclude<ShownDelivery, 'received'>, Mark> = {
  waiting: { icon: Hourglass, label: 'Waiting for connection' },
  sending: { icon: Clock, label: 'Sending' },
  slow: { icon: Clock, label: 'Still sending' },
  unconfirmed: { icon: CircleHelp, label: 'Not confirmed', look: 'font-medium text-warn-text' },
  stale: { icon: Hourglass, label: 'Waiting for your answer', look: 'font-medium text-warn-text' },
  queued: { icon: Hourglass, label: 'Waiting to send' },
  sent: { icon: Check, label: 'Sent' },
  delivered: { icon: CheckCheck, label: 'Delivered' },
  undelivered: NOT_DELIVERED,
  failed: NOT_DELIVERED,
}

/** A word and a shape, never a colour alone; nothing for what came in. */
export function DeliveryMark({ delivery }: { delivery: ShownDelivery }) {
  // Of what a newer server knows nothing is said here.
  const mark = delivery === 'received' ? undefined : MARKS[delivery]
  if (!mark) return null
  const { icon: Icon, label, look = '' } = mark
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 ${look}`}>
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      {label}
    </span>
  )
}
