import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, Hourglass, type LucideIcon } from 'lucide-react'
import type { BubbleState } from '../composer/composer.rules.ts'

/** The delivery state of a message, including messages that only this screen knows of yet. */
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

/** The delivery state as an icon and words, never by colour alone. Inbound messages have none. */
export function DeliveryMark({ delivery }: { delivery: ShownDelivery }) {
  // Shows nothing for a state that this version doesn't know, from a newer server.
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
