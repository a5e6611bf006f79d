import { type Envelope, eventsOf } from './event.ts'
import * as rooms from './rooms.ts'

/** Every event type of every room. */
export const events = eventsOf(Object.values(rooms))

type EnvelopeOf<E> = E extends { type: infer Type; example: infer Data }
  ? Omit<Envelope, 'type' | 'data'> & { type: Type; data: Data }
  : never

/** An envelope of a type that this build knows, with the data of that type. */
export type KnownEvent = EnvelopeOf<(typeof events)[number]>
