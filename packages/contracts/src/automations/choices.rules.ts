/** The closed lists of choices, with their labels, and the lists of an organization that other choices come from. */
import type { AppointmentStatus } from '../appointments/status.rules.ts'
import type { ConversationStatus, RequestType } from '../inbox/conversation.ts'
import { type Weekday, weekdays } from '../time/calendar.rules.ts'
import { type Intent, intents } from './intent-names.rules.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** `staff` and `doctors` are lists of ids, the others of names. */
export type ChoiceSource = 'staff' | 'doctors' | 'visitTypes' | 'locations' | 'insurances'

function choices<Value extends string>(labels: Readonly<Record<Value, string>>): readonly Choice[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
}

/** As in "a text that is about …". */
export const INTENT_LABELS: Readonly<Record<Intent, string>> = {
  ...{ confirm: 'Confirming', decline: 'Declining', cancelVisit: 'Cancelling a visit', reschedule: 'Another time' },
  ...{ book: 'Booking a visit', refill: 'A refill', billing: 'Billing', runningLate: 'Running late', thanks: 'Thanks' },
  emergency: 'An emergency',
}

export const REQUEST_LABELS: Readonly<Record<RequestType, string>> = {
  ...{ appointment: 'Appointment', prescription: 'Prescription', billing: 'Billing', concierge: 'Concierge' },
  other: 'Other',
}

export const STATUS_LABELS: Readonly<Record<ConversationStatus, string>> = {
  ...{ open: 'Open', pending: 'Pending', acknowledged: 'Acknowledged', resolved: 'Resolved', unassigned: 'Unassigned' },
}

const VISIT_LABELS: Readonly<Record<AppointmentStatus, string>> = {
  ...{ scheduled: 'Not confirmed', confirmed: 'Confirmed', arrived: 'Arrived', completed: 'Completed' },
  ...{ cancelled: 'Cancelled', noShow: 'No-show', admitted: 'Admitted', discharged: 'Discharged' },
}

export function weekdayLabel(day: Weekday): string {
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`
}

export const CHOICES = {
  texting: choices({ on: 'On', off: 'Off', blocked: 'Blocked' }),
  gender: choices({ female: 'Female', male: 'Male', other: 'Other', unknown: 'Not known' }),
  preferredContact: choices({ text: 'Text', call: 'Call', email: 'Email' }),
  status: choices(STATUS_LABELS),
  requestType: choices(REQUEST_LABELS),
  channel: choices({ sms: 'Text', chat: 'Website chat' }),
  feedback: choices({ up: 'Thumbs up', down: 'Thumbs down' }),
  intent: intents.map((value) => ({ value, label: INTENT_LABELS[value] })),
  visitStatus: choices(VISIT_LABELS),
  weekday: weekdays.map((value) => ({ value, label: weekdayLabel(value) })),
  office: choices({ open: 'Open', closed: 'Closed' }),
} as const
