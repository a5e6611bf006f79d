/**
 * The messages between relay and a patient's chat page, in a separate namespace. A visitor receives only the data of events
 * addressed to them: no `seq`, no counts, no events for others. On every connect, and on `reread`, the page loads the
 * messages after its last one by HTTP. The relay subscribes to the visitor's events before it accepts the connection, so
 * no event is lost between the connect and the load by HTTP.
 */
import { z } from 'zod'
import { upstreamSchema } from './live.ts'

export const VISITOR_NAMESPACE = '/visitor'

export const visitorEventsSchema = z.object({
  events: z.array(z.object({ type: z.string(), key: z.string(), data: z.unknown() })),
})
export type VisitorEvents = z.infer<typeof visitorEventsSchema>

export interface RelayToVisitor {
  events: (heard: VisitorEvents) => void
  /** The relay may have missed an event for this visitor. */
  reread: (nothing: Record<string, never>) => void
  upstream: (upstream: z.infer<typeof upstreamSchema>) => void
}

/** Every message by name, for the test that hashes the wire format. */
export const visitorMessages = {
  down: { events: visitorEventsSchema, reread: z.object({}), upstream: upstreamSchema },
} as const
