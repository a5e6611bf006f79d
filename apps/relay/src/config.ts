/**
 * The relay's settings from the environment, with their defaults. Read once at the start; no other code reads the
 * environment.
 */
import {
  address,
  type Environment,
  logLevel,
  portNumber,
  readEnvironment,
  relaySecrets,
  StartRefusal,
  whole,
} from '@foyer/contracts/environment.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import { isKnownSecret } from '@foyer/contracts/secrets.rules.ts'
import { z } from 'zod'
import type { PlainInbox } from './intake/plain/inbox-client.ts'

export interface RelayConfig {
  readonly port: number
  /** The API's base address, without a trailing slash. */
  readonly apiUrl: string
  /** The public origin, without a trailing slash; its pages may open a socket. */
  readonly publicUrl: string
  /** The first is the bearer token of the feed; during a rotation either one signs webhooks. */
  readonly relaySecrets: readonly [string, ...string[]]
  readonly inboxSource: 'webhook' | 'poll'
  /** Set when the inbox service has no change feed and its changes are derived from its lists; else null. */
  readonly plainInbox: PlainInbox | null
  readonly windowMs: number
  readonly maxSocketsPerUser: number
  readonly maxMessagesPerMinute: number
  /** A socket with more unsent bytes is a slow reader. */
  readonly maxUnsentBytes: number
  /** How much of each organization's log is kept in memory. */
  readonly ring: { readonly events: number; readonly bytes: number }
  /** The Redis shared with other relays; null when this relay runs alone. */
  readonly redis: null | {
    readonly url: string
    /**
     * The first key seals events; during a rotation either opens them. Without a key events are stored in plain text.
     */
    readonly dataKeys: readonly Buffer[]
  }
  readonly logLevel: string
}

export function readRelayConfig(env: Environment): RelayConfig {
  const value = readEnvironment(environment, env)
  if (value.NODE_ENV === 'production') refuseKnown(value)
  return {
    port: value.PORT,
    apiUrl: value.API_URL ?? `http://127.0.0.1:${value.PORT}`,
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    relaySecrets: value.RELAY_SECRET,
    inboxSource: value.INBOX_SOURCE,
    plainInbox: plainInboxOf(value),
    windowMs: value.RELAY_WINDOW_MS,
    maxSocketsPerUser: value.RELAY_MAX_SOCKETS_PER_USER,
    maxMessagesPerMinute: value.RELAY_MAX_MESSAGES_PER_MINUTE,
    maxUnsentBytes: value.RELAY_MAX_UNSENT_BYTES,
    ring: { events: value.RELAY_MAX_LOG_EVENTS, bytes: value.RELAY_MAX_LOG_BYTES },
    redis: value.REDIS_URL ? { url: value.REDIS_URL, dataKeys: value.REDIS_DATA_KEY } : null,
    logLevel: value.LOG_LEVEL,
  }
}

/** Publicly known secrets protect nothing. */
function refuseKnown({ RELAY_SECRET, REDIS_DATA_KEY }: z.output<typeof environment>): void {
  const keys = REDIS_DATA_KEY.map((key) => key.toString('base64'))
  for (const [name, secrets] of Object.entries({ RELAY_SECRET, REDIS_DATA_KEY: keys }))
    if (secrets.some(isKnownSecret)) throw new StartRefusal(`${name} is one that others know: make one yourself.`)
}

const dataKeys = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)?$/, {
    error: 'must be 32 bytes of base64, or two of these separated by a comma',
  })
  .transform((list) => list.split(',').map((key) => Buffer.from(key.trim(), 'base64')))

function plainInboxOf(value: z.output<typeof environment>): PlainInbox | null {
  if (value.INBOX_FEED === 'changes') return null
  const url = value.INBOX_URL ?? value.API_URL ?? `http://127.0.0.1:${value.PORT}`
  return { url, token: value.INBOX_TOKEN ?? '', userId: value.INBOX_USER_ID ?? null, everyMs: value.INBOX_POLL_MS }
}

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: portNumber.default(4000),
  API_URL: address.optional(),
  PUBLIC_URL: address.optional(),
  RELAY_SECRET: relaySecrets,
  INBOX_SOURCE: z.enum(['webhook', 'poll'], { error: 'must be webhook or poll' }).default('webhook'),
  INBOX_FEED: z.enum(['changes', 'plain'], { error: 'must be changes or plain' }).default('changes'),
  INBOX_URL: address.optional(),
  INBOX_TOKEN: z
    .string()
    .regex(/^[\x21-\x7E]+$/, { error: 'must be a token without spaces' })
    .optional(),
  INBOX_USER_ID: z
    .string()
    .regex(/^[\x21-\x7E]+$/, { error: 'must be an id without spaces' })
    .optional(),
  INBOX_POLL_MS: whole(250, 3_000).default(2_000),
  RELAY_WINDOW_MS: whole(0, 10_000).default(LIVE.windowMs),
  RELAY_MAX_SOCKETS_PER_USER: whole(1, 10_000).default(10),
  RELAY_MAX_MESSAGES_PER_MINUTE: whole(1, 1_000_000).default(600),
  RELAY_MAX_UNSENT_BYTES: whole(65_536, 1_073_741_824).default(1_048_576),
  RELAY_MAX_LOG_EVENTS: whole(1000, 1_000_000).default(2000),
  RELAY_MAX_LOG_BYTES: whole(65_536, 1_073_741_824).default(8_388_608),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis or rediss address' }).optional(),
  REDIS_DATA_KEY: dataKeys.default([]),
  LOG_LEVEL: logLevel,
})

const environment = settings.superRefine(({ INBOX_SOURCE, INBOX_FEED, INBOX_TOKEN }, { addIssue }) => {
  if (INBOX_FEED === 'changes') return
  const refuse = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
  if (INBOX_SOURCE !== 'poll') refuse('INBOX_FEED', 'can be plain only where INBOX_SOURCE is poll')
  if (!INBOX_TOKEN) refuse('INBOX_TOKEN', 'must be set where INBOX_FEED is plain: the bearer of a service account')
})
