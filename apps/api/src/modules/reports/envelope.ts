/**
 * Accepts only envelopes with one item for our project and only fields that our own reporter writes. The reporter in the
 * browser already includes only harmless fields; this check covers any other client that posts here.
 */
import { z } from 'zod'

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const plain = (pattern: RegExp) => z.string().max(100).regex(pattern)
const seconds = z.number().min(0).max(1e11)
const mechanism = z.enum(['page', 'uncaught', 'rejection'])

const trace = z.strictObject({
  trace_id: hex(16),
  span_id: hex(8),
  parent_span_id: hex(8).optional(),
  op: z.enum(['pageload', 'navigation']).optional(),
  status: z.literal('ok').optional(),
})

const common = {
  event_id: hex(16),
  platform: z.literal('javascript'),
  environment: plain(/^[\w.-]+$/),
  /** The pattern of a page's path. */
  transaction: plain(/^\/[\w/:*?-]*$/),
  timestamp: seconds,
  sdk: z.strictObject({
    name: z.literal('foyer.browser'),
    version: z.literal('1'),
    settings: z.strictObject({ infer_ip: z.literal('never') }),
  }),
  contexts: z.strictObject({
    trace,
    browser: z.strictObject({ name: plain(/^(Edge|Firefox|Chrome|Safari)$/), version: plain(/^\d+$/) }).optional(),
  }),
}

const frame = z.strictObject({
  filename: plain(/^app:\/\/\/assets\/[\w.-]+\.js$/),
  lineno: z.int().min(0),
  colno: z.int().min(0),
  in_app: z.literal(true),
})

/** The texts that the reporter writes instead of an error's message. */
const WORDS =
  /^(message withheld|(, |React error \d{1,4}|a part of the app did not load|status \d{1,3}|request [0-9a-f-]{36})+)$/

const event = z.strictObject({
  ...common,
  level: z.enum(['error', 'fatal']),
  tags: z.strictObject({
    reference: plain(/^[0-9A-F]{4}-\d{4}Z?$/),
    mechanism,
    status: plain(/^\d{1,3}$/).optional(),
  }),
  exception: z.strictObject({
    values: z
      .array(
        z.strictObject({
          type: plain(/^([A-Z][A-Za-z]*Error|Error|ErrorResponse|Thrown)$/),
          value: plain(WORDS),
          mechanism: z.strictObject({ type: mechanism, handled: z.boolean() }),
          stacktrace: z.strictObject({ frames: z.array(frame).max(50) }).optional(),
        }),
      )
      .min(1)
      .max(5),
  }),
})

const transaction = z.strictObject({
  ...common,
  type: z.literal('transaction'),
  start_timestamp: seconds,
  transaction_info: z.strictObject({ source: z.literal('route') }),
  spans: z.tuple([]),
})

const header = z.strictObject({ event_id: hex(16), sent_at: z.iso.datetime(), dsn: z.string() })
const items = { event, transaction }

/** Returns the envelope to forward, serialized again from its parsed parts; null if it is not accepted. */
export function acceptedEnvelope(text: string, dsn: string): string | null {
  const parts = text.split('\n').map(parsed)
  if (parts.length !== 3) return null
  const head = header.safeParse(parts[0])
  const itemHead = z.strictObject({ type: z.enum(['event', 'transaction']) }).safeParse(parts[1])
  if (!head.success || !itemHead.success || head.data.dsn !== dsn) return null
  const item = items[itemHead.data.type].safeParse(parts[2])
  if (!item.success || item.data.event_id !== head.data.event_id) return null
  return [head.data, itemHead.data, item.data].map((part) => JSON.stringify(part)).join('\n')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
