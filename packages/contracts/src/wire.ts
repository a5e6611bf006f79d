import { z } from 'zod'
import { type AnyCall, callsOf } from './call.ts'
import { type EventType, envelopeSchema, eventsOf } from './event.ts'
import { liveMessages } from './live.ts'
import * as rooms from './rooms.ts'
import { visitorMessages } from './visitor-live.ts'

/**
 * The version of the wire format. A change that an older browser or relay cannot handle raises it by one; an addition that
 * they can ignore does not. `wire.test.ts` compares a hash of each room, so it fails on either change.
 *
 * 1: session, inbox, feed and the live connection.
 * 2: events for the visitors of a clinic's web page, whose audience an older relay refuses: relays are updated first.
 * 3: readers of events ignore an unknown audience and an unknown count; older builds refuse both.
 * 4: browsers watch topics, which an older relay refuses: relays are updated first. Counts are a map, and a relay passes on
 *    an unknown count.
 */
const WIRE_VERSION = 4

/** The wire format that two builds must share, as JSON: the calls and events of each room by name, and the connection. */
export function describeWire(): Record<string, unknown> {
  const described = Object.entries(rooms).map(([name, room]) => [name, describeRoom(room)] as const)
  return { ...Object.fromEntries(described), connection: describeConnection() }
}

/** Sorted by name, so that the order of declarations does not change the hash. */
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
