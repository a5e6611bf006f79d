/** The facts that rules are judged by: one reading, taken when a cause is judged or when a step's turn comes. */
import type { AppointmentStatus } from '../appointments/status.rules.ts'
import type { ConversationStatus, RequestType } from '../inbox/conversation.ts'
import type { OpeningHours } from '../time/opening-hours.rules.ts'
import type { DailyHours } from '../time/quiet-hours.rules.ts'
import type { Intent } from './intents.rules.ts'

/** All instants are epoch milliseconds, so that a reading can be kept as JSON. */
export interface Facts {
  /** The time of the reading. */
  readonly at: number
  readonly clinic: ClinicFacts
  readonly patient: PatientFacts | null
  readonly conversation: ConversationFacts | null
  /** The phone number that a text would go to; null for a website's visitor and for a patient without one. */
  readonly number: NumberFacts | null
  readonly message: MessageFacts | null
  readonly visit: VisitFacts | null
  readonly review: { readonly stars: number; readonly hasText: boolean } | null
  /** By the id of an automation. One that is not listed never ran for this patient. */
  readonly ran: Readonly<Record<string, RanFacts>>
  /** Until then nothing starts or goes on; null: automations are not paused. */
  readonly pausedUntil: number | null
}

export interface ClinicFacts {
  readonly name: string
  /** An IANA name. */
  readonly timezone: string
  readonly phoneNumber: string | null
  readonly bookingLink: string | null
  /** Null: all time is open. */
  readonly hours: OpeningHours | null
  readonly quietHours: DailyHours
  /** The most automatic texts to one number in 24 hours. */
  readonly dailyTexts: number
}

export interface PatientFacts {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** Whether the patient takes e-mails of the clinic. */
  readonly takesEmail: boolean
  readonly age: number | null
  readonly gender: 'male' | 'female' | 'other' | 'unknown'
  readonly insuranceType: string | null
  readonly cashPay: boolean
  readonly preferredContact: 'text' | 'call' | 'email' | null
  readonly hasUpcomingVisit: boolean
  readonly deceased: boolean
  /** An IANA name; null means the clinic's. */
  readonly timezone: string | null
}

export interface ConversationFacts {
  readonly status: ConversationStatus
  readonly requestType: RequestType | null
  readonly channel: 'sms' | 'chat'
  /** A staff member's id. */
  readonly assignee: string | null
  readonly unread: boolean
  readonly feedback: 'up' | 'down' | null
  /** The time of the patient's oldest unanswered message. */
  readonly waitingSince: number | null
  readonly snoozedUntil: number | null
  /** False for a chat whose visitor has left. */
  readonly isReachable: boolean
}

export interface NumberFacts {
  /** The clinic has a number of its own, and texts the country of this one. */
  readonly isTextable: boolean
  readonly texting: 'on' | 'off' | 'blocked'
  readonly askedToStop: boolean
  /** The patients who have this number. */
  readonly sharedBy: number
  readonly lastTextedAt: number | null
  readonly lastHeardAt: number | null
  /** All texts to it in the last 24 hours, and those of automations among them. */
  readonly textsInDay: number
  readonly automaticInDay: number
  readonly automaticInTenMinutes: number
  /** Automations end for the number until then, because it sounds like a machine. */
  readonly machineUntil: number | null
  /** The limits of texts let no more pass now. */
  readonly isOverLimit: boolean
}

export interface MessageFacts {
  readonly text: string
  readonly hasFiles: boolean
  readonly at: number
  readonly intents: readonly { readonly intent: Intent; readonly words: string }[]
  /** It already got an automatic answer, or a person wrote since. */
  readonly isAnswered: boolean
}

export interface VisitFacts {
  readonly id: string
  readonly status: AppointmentStatus
  readonly type: string
  /** The id of a doctor. */
  readonly doctor: string
  readonly doctorName: string
  readonly location: string
  readonly startsAt: number
  readonly bookedAt: number
}

export interface RanFacts {
  /** The newest start for the patient, or for the conversation without one. */
  readonly at: number | null
  /** The newest start for the subject of the cause, over all versions. */
  readonly forSubjectAt: number | null
  /** The starts in the hour before the reading, for all subjects. */
  readonly startsInHour: number
}

/** A run's own part of the facts, for the guards of its steps. */
export interface RunFacts {
  /** The patient wrote after the run began. */
  readonly replied: boolean
  /** A step of the run sent a text. */
  readonly texted: boolean
}

/** The names of records by their ids: staff, doctors, templates, campaigns, flows. */
export type Names = Readonly<Record<string, string>>

export function nameOf(names: Names, id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined
}
