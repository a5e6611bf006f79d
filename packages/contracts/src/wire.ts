import { z } from 'zod'
import { type AnyCall, callsOf } from './call.ts'
import { type EventType, envelopeSchema, eventsOf } from './event.ts'
import { liveMessages } from './live.ts'
import * as rooms from './rooms.ts'
import { visitorMessages } from './visitor-live.ts'

/**
 * The number of the wire. A change that an older browser or relay could not live with makes it one higher; an addition
 * that they can ignore leaves it. Either way `wire.test.ts` wants the decision made: it holds a hash of each room.
 *
 * 1: session, inbox, feed and the live connection.
 * 2: events for the visitors of a clinic's web page, whose audience an older relay refuses: relays are updated first.
 * 3: whoever reads events passes over an audience and a count that it doesn't know; builds of before refuse both.
 * 4: browsers watch topics, which an older relay refuses: relays are updated first. Counts are a map, and a relay carries one
 *    along that it doesn't know.
 */
const WIRE_VERSION = 4

/** What two builds must agree on, as JSON: the calls and events of each room by its name, and the connection. */
export function describeWire(): Record<string, unknown> {
  const described = Object.entries(rooms).map(([name, room]) => [name, describeRoom(room)] as const)
  return { ...Object.fromEntries(described), connection: describeConnection() }
}

/** By name, so that the order in which a room declares them says nothing. */
function describeRoom(room: object): unknown {
  const everyCall = Object.entries<AnyCall>(callsOf([room])).sort(([one], [other]) => (one < other ? -1 : 1))
  const everyEvent = eventsOf<object>([room]) as readonly EventType<string, z.ZodType>[]
  return {
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
    events: everyEvent
      .map(({ type, data }) => ({ type, data: shape(data, 'output') }))
      .sort((one, other) => (one.type < other.type ? -1 : 1)),
  }
}

function describeConnection(): unknown {
  return {
    version: WIRE_VERSION,
    envelope: shape(envelopeSchema, 'output'),
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
