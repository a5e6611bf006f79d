import type { CannedMessageRow } from './seed.store.ts'
import { stableId } from './stable-id.rules.ts'

const WRITTEN = new Date('2025-01-06T15:00:00Z')

/** The placeholders in braces stay as text here; they are filled in when staff uses the message. */
const CANNED: readonly (readonly [title: string, message: string])[] = [
  [
    'Appointment reminder',
    'Hi {{firstName}}, a reminder of your visit with {{doctorName}} on {{appointmentDate}} at {{appointmentTime}}. Reply C to confirm or R to reschedule.',
  ],
  [
    'Arriving late',
    'Thanks for letting us know, {{firstName}}. Please come as soon as you can; the front desk has your name.',
  ],
  [
    'Billing question',
    'I passed your question on to our billing team. They will write to you here within one business day.',
  ],
  ['Call us', 'This is easier by phone. Please call us when it suits you and ask for the nurse line.'],
  [
    'Fasting labs',
    'Please eat nothing for 10 hours before your labs, {{firstName}}. Water is fine, and take your usual medicines.',
  ],
  ['Insurance card', 'Could you send a photo of the front and the back of your insurance card, please?'],
  ['Refill sent', 'Your refill was sent to your pharmacy, {{firstName}}. It is usually ready in a few hours.'],
  ['Results are in', 'Your results are in, {{firstName}}. {{doctorName}} will call you to talk about them.'],
]

export function cannedMessages(organizationId: string): CannedMessageRow[] {
  return CANNED.map(([title, message]) => ({
    organization_id: organizationId,
    id: stableId(WRITTEN, `canned ${organizationId} ${title}`),
    title,
    message,
  }))
}
