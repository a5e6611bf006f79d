import type { Envelope } from './event.ts'
import { conversationChanged, messageAdded, messageChanged } from './inbox/events.ts'
import { historyAdded } from './inbox/history-events.ts'
import { scheduledChanged } from './inbox/scheduled-events.ts'
import { draftChanged, mentionAdded, mentionChanged } from './inbox/staff-events.ts'
import { visitorMessage } from './inbox/visitor.ts'

/** Every event type there is. */
export const events = [
  conversationChanged,
  messageAdded,
  messageChanged,
  historyAdded,
  scheduledChanged,
  draftChanged,
  mentionAdded,
  mentionChanged,
  visitorMessage,
] as const

type EnvelopeOf<E> = E extends { type: infer Type; example: infer Data }
  ? Omit<Envelope, 'type' | 'data'> & { type: Type; data: Data }
  : never

/** An envelope whose type is known, with the data that goes with it. */
export type KnownEvent = EnvelopeOf<(typeof events)[number]>
