/** The settings of the fax service: complete or absent. Without any, the embedded sandbox is the service. */
import { address, StartRefusal, whole } from '@foyer/contracts/environment.ts'
import { z } from 'zod'

export interface SinchSettings {
  readonly projectId: string
  readonly keyId: string
  readonly keySecret: string
  /** Both without a slash at the end. */
  readonly faxUrl: string
  readonly authUrl: string
  /** Part of the address that the service calls, which it does not sign. */
  readonly webhookKey: string
}

export interface FaxSettings {
  /** Null when no service is configured, and no fax can be sent. */
  readonly service: SinchSettings | null
  /** The waits before the second and each further attempt. */
  readonly retrySeconds: readonly number[]
  readonly dailyLimit: number
  /** Without a callback the service is asked after this time, then less often. */
  readonly pollSeconds: number
  /** Whether the service keeps the pages of a fax that has ended. */
  readonly isKeptAtProvider: boolean
}

/** The sandbox's project. It is public and protects nothing. */
export const SANDBOX_SINCH = {
  projectId: 'f0e5f0e5-f0e5-4000-8000-f0e5f0e5f0e5',
  keyId: 'sandbox-key',
  keySecret: 'sandbox-secret',
  webhookKey: 'sandbox-webhook-key',
} as const

const needed = ['SINCH_PROJECT_ID', 'SINCH_KEY_ID', 'SINCH_KEY_SECRET', 'SINCH_WEBHOOK_KEY'] as const

export const faxEnvironment = {
  SINCH_PROJECT_ID: z.string().min(1).optional(),
  SINCH_KEY_ID: z.string().min(1).optional(),
  SINCH_KEY_SECRET: z.string().min(1).optional(),
  SINCH_WEBHOOK_KEY: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SINCH_FAX_URL: address.optional(),
  SINCH_AUTH_URL: address.optional(),
  FAX_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5}){0,9}$/, { error: 'must be up to ten numbers like 60,300,900' })
    .transform((list) => list.split(',').map(Number))
    .default([60, 300, 900]),
  FAX_DAILY_LIMIT: whole(0, 1_000_000).default(300),
  FAX_POLL_SECONDS: whole(1, 3600).default(60),
  FAX_KEEP_AT_PROVIDER: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
}

type FaxEnvironment = z.output<z.ZodObject<typeof faxEnvironment>>

interface Around {
  readonly production: boolean
  readonly port: number
  /** Whether another carrier is set, so that the sandbox may not run. */
  readonly hasCarrier: boolean
}

export function faxOf(value: FaxEnvironment, around: Around): FaxSettings {
  return {
    service: serviceOf(value, around),
    retrySeconds: value.FAX_RETRY_SECONDS,
    dailyLimit: value.FAX_DAILY_LIMIT,
    pollSeconds: value.FAX_POLL_SECONDS,
    isKeptAtProvider: value.FAX_KEEP_AT_PROVIDER === 'yes',
  }
}

function serviceOf(value: FaxEnvironment, { production, port, hasCarrier }: Around): SinchSettings | null {
  const sandboxUrl = `http://127.0.0.1:${port}/sandbox/sinch`
  const { SINCH_PROJECT_ID: projectId, SINCH_KEY_ID: keyId, SINCH_KEY_SECRET: keySecret } = value
  const { SINCH_WEBHOOK_KEY: webhookKey, SINCH_FAX_URL: faxUrl, SINCH_AUTH_URL: authUrl } = value
  const missing = needed.filter((name) => value[name] === undefined)
  if (missing.length === needed.length) {
    if (production || (hasCarrier && faxUrl === undefined)) return null
    return { ...SANDBOX_SINCH, faxUrl: faxUrl ?? sandboxUrl, authUrl: authUrl ?? faxUrl ?? sandboxUrl }
  }
  if (projectId === undefined || keyId === undefined || keySecret === undefined || webhookKey === undefined)
    throw new StartRefusal(`${missing.join(' and ')} must be set too for faxes to be sent.`)
  if (production) refuseSandbox(value)
  return {
    ...{ projectId, keyId, keySecret, webhookKey },
    faxUrl: faxUrl ?? 'https://fax.api.sinch.com',
    authUrl: authUrl ?? 'https://auth.sinch.com',
  }
}

/** Everyone knows the sandbox's values, and it shows every fax to anyone who can reach it. */
function refuseSandbox(value: FaxEnvironment): void {
  const own = Object.values<string>(SANDBOX_SINCH)
  const known = needed.find((name) => own.includes(value[name] ?? ''))
  if (known) throw new StartRefusal(`${known} is the sandbox's: faxes would go to nobody.`)
  for (const name of ['SINCH_FAX_URL', 'SINCH_AUTH_URL'] as const) {
    const url = value[name]
    if (url === undefined) continue
    if (/\/sandbox(\/|$)/.test(url)) throw new StartRefusal(`${name} is the sandbox's: faxes would go to nobody.`)
    if (!url.startsWith('https:')) throw new StartRefusal(`${name} must be an https address in production.`)
  }
}
