import { z } from 'zod'
import { countsSchema } from './counts.ts'
import type { Topic } from './topic.rules.ts'

/**
 * The sockets that may receive an event: all of the organization, those that watch a topic, or those of one person. The
 * relay reads the audience and never the type. A `visitor` chats from a clinic's web page; events for a visitor reach no
 * screen of the staff.
 */
export type Audience = 'organization' | Topic | `${'staff' | 'visitor'}:${string}`

/** Accepts any string: an event whose audience only a newer build knows reaches no socket, but keeps its `seq` in the log. */
const audienceSchema = z.string() as unknown as z.ZodType<Audience>

/** One entry of an organization's log, of any type. */
export const envelopeSchema = z.object({
  /** Sequence numbers compare only within one epoch of the log. */
  epoch: z.string(),
  organizationId: z.string(),
  seq: z.int().positive(),
  type: z.string(),
  /** The newest event of a type and key replaces the older ones. */
  key: z.string(),
  audience: audienceSchema,
  at: z.string(),
  /** Absolute, as of this event. */
  counts: countsSchema,
  /** The whole new state, never a delta. */
  data: z.unknown(),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** An event type: the data that it carries, its key and its audience. */
export interface EventType<Type extends string, Data extends z.ZodType> {
  readonly type: Type
  readonly data: Data
  readonly key: (data: z.output<Data>) => string
  readonly audience: (data: z.output<Data>) => Audience
  readonly example: z.output<Data>
}

export type DataOf<E> = E extends EventType<string, infer Data> ? z.output<Data> : never

export function event<const Type extends string, Data extends z.ZodType>(
  definition: EventType<Type, Data>,
): EventType<Type, Data> {
  return definition
}

interface AnyEventType {
  readonly type: string
  readonly audience: (data: never) => Audience
}

type EventsIn<Room> = Room extends object
  ? { [Name in keyof Room]: Room[Name] extends AnyEventType ? Room[Name] : never }[keyof Room]
  : never

/** The event types that the rooms export; other exports are ignored. Throws if two have the same type. */
export function eventsOf<Room extends object>(rooms: readonly Room[]): readonly EventsIn<Room>[] {
  const found = rooms.flatMap((room) => Object.values(room)).filter(isEventType)
  if (new Set(found.map(({ type }) => type)).size < found.length) throw new Error('Two events have one type.')
  return found as unknown as EventsIn<Room>[]
}

function isEventType(value: unknown): value is AnyEventType {
  return typeof value === 'object' && value !== null && 'type' in value && 'audience' in value && 'example' in value
}
