/** The settings of Google's services for business listings: complete or absent. Without any, the embedded sandbox is Google. */
import { address, StartRefusal, whole } from '@foyer/contracts/environment.ts'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'

export interface GoogleSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Stands before the names of Google's hosts; null for Google itself. Without a slash at the end. */
  readonly baseUrl: string | null
  /** The same for addresses that a browser opens. */
  readonly browserBaseUrl: string | null
  /** Null: places nearby can't be looked up. */
  readonly placesKey: string | null
  readonly push: {
    readonly audience: string
    /** The service account that signs pushes. */
    readonly account: string
    /** Null: no account is told to push. */
    readonly topic: string | null
    /** Null: Google's keys are fetched. */
    readonly keys: JSONWebKeySet | null
  }
  readonly pollSeconds: number
}

/** The sandbox's client. It is public and protects nothing. */
const SANDBOX_GOOGLE = {
  clientId: 'sandbox-google-client',
  clientSecret: 'sandbox-google-secret',
  placesKey: 'sandbox-places-key',
  pushAccount: 'push@sandbox.google.test',
  pushTopic: 'projects/sandbox/topics/reviews',
} as const

export const googleEnvironment = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_BASE_URL: address.optional(),
  GOOGLE_PLACES_KEY: z.string().min(1).optional(),
  GOOGLE_PUSH_AUDIENCE: z.string().min(1).optional(),
  GOOGLE_PUSH_ACCOUNT: z.string().min(1).optional(),
  GOOGLE_PUSH_TOPIC: z.string().min(1).optional(),
  REVIEWS_POLL_SECONDS: whole(1, 3600).optional(),
}

type GoogleEnvironment = z.output<z.ZodObject<typeof googleEnvironment>>

interface Around {
  readonly production: boolean
  readonly port: number
  readonly publicUrl: string
  /** Whether another carrier is set, so that the sandbox may not run. */
  readonly hasCarrier: boolean
}

const POLL_S = 300
const SANDBOX_POLL_S = 10

export function googleOf(
  value: GoogleEnvironment,
  { production, port, publicUrl, hasCarrier }: Around,
): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_BASE_URL: baseUrl } = value
  const audience = value.GOOGLE_PUSH_AUDIENCE ?? `${publicUrl}/api/listings/webhooks/google`
  if (clientId === undefined && clientSecret === undefined) {
    if (production || (hasCarrier && baseUrl === undefined)) return null
    return {
      ...{ clientId: SANDBOX_GOOGLE.clientId, clientSecret: SANDBOX_GOOGLE.clientSecret },
      baseUrl: baseUrl ?? `http://127.0.0.1:${port}/sandbox/google`,
      browserBaseUrl: baseUrl ?? `${publicUrl}/sandbox/google`,
      placesKey: value.GOOGLE_PLACES_KEY ?? SANDBOX_GOOGLE.placesKey,
      push: {
        ...{ audience, account: value.GOOGLE_PUSH_ACCOUNT ?? SANDBOX_GOOGLE.pushAccount, keys: null },
        topic: value.GOOGLE_PUSH_TOPIC ?? SANDBOX_GOOGLE.pushTopic,
      },
      pollSeconds: value.REVIEWS_POLL_SECONDS ?? SANDBOX_POLL_S,
    }
  }
  if (clientId === undefined || clientSecret === undefined)
    throw new StartRefusal(
      `${clientId === undefined ? 'GOOGLE_CLIENT_ID' : 'GOOGLE_CLIENT_SECRET'} must be set too for listings to be connected.`,
    )
  if (production) refuseSandbox(value)
  return {
    ...{ clientId, clientSecret, baseUrl: baseUrl ?? null, browserBaseUrl: baseUrl ?? null },
    placesKey: value.GOOGLE_PLACES_KEY ?? null,
    push: {
      ...{ audience, account: value.GOOGLE_PUSH_ACCOUNT ?? '', topic: value.GOOGLE_PUSH_TOPIC ?? null, keys: null },
    },
    pollSeconds: value.REVIEWS_POLL_SECONDS ?? POLL_S,
  }
}

/** The sandbox shows every reply to anyone who can reach it. */
function refuseSandbox({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_BASE_URL: baseUrl }: GoogleEnvironment): void {
  if (GOOGLE_CLIENT_ID === SANDBOX_GOOGLE.clientId || GOOGLE_CLIENT_SECRET === SANDBOX_GOOGLE.clientSecret)
    throw new StartRefusal("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are the sandbox's: replies would go to nobody.")
  if (baseUrl === undefined) return
  if (/\/sandbox(\/|$)/.test(baseUrl))
    throw new StartRefusal("GOOGLE_BASE_URL is the sandbox's: replies would go to nobody.")
  if (!baseUrl.startsWith('https:')) throw new StartRefusal('GOOGLE_BASE_URL must be an https address in production.')
}
