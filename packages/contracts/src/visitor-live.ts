/**
 * The socket between relay and a patient's page, in a namespace of its own. A visitor hears what the log says to them
 * and nothing of the log itself: no number, no count, nobody else. On every connect, and when told to, the page reads by
 * HTTP what came after its last message; because the relay listens before it lets in, nothing falls between the two.
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
  /** Something may have been missed. */
  reread: (nothing: Record<string, never>) => void
  upstream: (upstream: z.infer<typeof upstreamSchema>) => void
}

/** For the test that hashes the wire. */
export const visitorMessages = {
  down: { events: visitorEventsSchema, reread: z.object({}), upstream: upstreamSchema },
} as const
