import { z } from 'zod'
import { calls } from './calls.ts'
import { envelopeSchema } from './event.ts'
import { events } from './events.ts'
import { liveMessages } from './live.ts'
import { visitorMessages } from './visitor-live.ts'

/**
 * The number of the wire. A change that an older browser or relay could not live with makes it one higher; an addition
 * that they can ignore leaves it. Either way `wire.test.ts` wants the decision made: it holds the hash of the whole wire.
 *
 * 1: session, inbox, feed and the live connection.
 * 2: events for the visitors of a clinic's web page, whose audience an older relay refuses: relays are updated first.
 * 3: whoever reads events passes over an audience and a count that it doesn't know; builds of before refuse both.
 * 4: browsers watch topics, which an older relay refuses: relays are updated first. Counts are a map, and a relay carries one
 *    along that it doesn't know.
 */
export const WIRE_VERSION = 4

/** The whole wire as JSON: what two builds must agree on. */
export function describeWire(): unknown {
  const everyCall = Object.entries(calls).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    // By name, so that the order in which rooms are listed says nothing.
    calls: everyCall.map(([name, { method, path, access, organization, params, query, body, reply, files }]) => ({
      name,
      method,
      path,
      access,
      organization,
      params: shape(params, 'input'),
      query: shape(query, 'input'),
      body: shape(body, 'input'),
      reply: shape(reply, 'output'),
      ...(files && { files }),
    })),
    envelope: shape(envelopeSchema, 'output'),
    events: events.map(({ type, data }) => ({ type, data: shape(data, 'output') })),
    up: Object.entries(liveMessages.up).map(([name, [message, answer]]) => [
      name,
      shape(message, 'input'),
      shape(answer, 'output'),
    ]),
    visitorDown: Object.entries(visitorMessages.down).map(([name, message]) => [name, shape(message, 'output')]),
    down: Object.entries(liveMessages.down).map(([name, message]) => [name, shape(message, 'output')]),
  }
}

function shape(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
