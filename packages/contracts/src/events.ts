import { type Envelope, eventsOf } from './event.ts'
import * as rooms from './rooms.ts'

/** Every event type there is. */
export const events = eventsOf(Object.values(rooms))

type EnvelopeOf<E> = E extends { type: infer Type; example: infer Data }
  ? Omit<Envelope, 'type' | 'data'> & { type: Type; data: Data }
  : never

/** An envelope whose type is known, with the data that goes with it. */
export type KnownEvent = EnvelopeOf<(typeof events)[number]>
