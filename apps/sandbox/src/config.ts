import path from 'node:path'
import { address, type Environment, portNumber, readEnvironment, whole } from '@foyer/contracts/environment.ts'
import { z } from 'zod'

export interface SandboxConfig {
  readonly port: number
  /** The account that the clinic's software signs in with, and the secret that both sides sign with. */
  readonly accountSid: string
  readonly authToken: string
  /** The key of the e-mail service's account. */
  readonly emailApiKey: string
  /** The project of the fax service, and the key that it gives tokens for. */
  readonly sinchProjectId: string
  readonly sinchKeyId: string
  readonly sinchKeySecret: string
  /** The client that a clinic's software is at Google, its key for places, and the account that signs pushes. */
  readonly googleClientId: string
  readonly googleClientSecret: string
  readonly googlePlacesKey: string
  readonly pushAccount: string
  /** The file with what Google keeps; null forgets it at the end. */
  readonly googleFile: string | null
  /** The secret by which addresses of the BI service are signed. */
  readonly lookerSecret: string
  /** The public address of the clinic's software: signatures are made over it. */
  readonly publicUrl: string
  /** The address to which webhooks are posted; it may differ from the signed public address. */
  readonly apiUrl: string
  /** The address at which the clinic's software reaches this carrier: the addresses of pictures begin with it. */
  readonly ownUrl: string
  /** The delays from the acceptance of a text until it is sent, and until it is delivered. */
  readonly pace: { readonly sentMs: number; readonly arrivedMs: number }
  /** The ledger forgets the oldest texts beyond this number. */
  readonly textsMax: number
}

/** The account of every sandbox: it guards nothing. The API holds the same values as its defaults. */
export const SANDBOX_ACCOUNT = {
  accountSid: 'ACf0e5f0e5f0e5f0e5f0e5f0e5f0e5f0e5',
  authToken: '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
  emailApiKey: 'SG.sandbox',
  sinchProjectId: 'f0e5f0e5-f0e5-4000-8000-f0e5f0e5f0e5',
  sinchKeyId: 'sandbox-key',
  sinchKeySecret: 'sandbox-secret',
  googleClientId: 'sandbox-google-client',
  googleClientSecret: 'sandbox-google-secret',
  googlePlacesKey: 'sandbox-places-key',
  pushAccount: 'push@sandbox.google.test',
  googleFile: null,
  lookerSecret: 'sandbox-looker-embed-secret',
} as const

const HUMAN_PACE = { sentMs: 350, arrivedMs: 1200 } as const

const environment = z.object({
  PORT: portNumber.default(4200),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, { error: 'must be AC and 32 hexadecimal digits' })
    .default(SANDBOX_ACCOUNT.accountSid),
  TWILIO_AUTH_TOKEN: z.string().default(SANDBOX_ACCOUNT.authToken),
  EMAIL_API_KEY: z.string().min(1).default(SANDBOX_ACCOUNT.emailApiKey),
  SINCH_PROJECT_ID: z.string().min(1).default(SANDBOX_ACCOUNT.sinchProjectId),
  SINCH_KEY_ID: z.string().min(1).default(SANDBOX_ACCOUNT.sinchKeyId),
  SINCH_KEY_SECRET: z.string().min(1).default(SANDBOX_ACCOUNT.sinchKeySecret),
  LOOKER_EMBED_SECRET: z.string().min(1).default(SANDBOX_ACCOUNT.lookerSecret),
  GOOGLE_CLIENT_ID: z.string().min(1).default(SANDBOX_ACCOUNT.googleClientId),
  GOOGLE_CLIENT_SECRET: z.string().min(1).default(SANDBOX_ACCOUNT.googleClientSecret),
  GOOGLE_PLACES_KEY: z.string().min(1).default(SANDBOX_ACCOUNT.googlePlacesKey),
  DATA_DIR: z.string().min(1).optional(),
  TWILIO_BASE_URL: address.optional(),
  API_URL: address.default('http://127.0.0.1:4000'),
  PUBLIC_URL: address.optional(),
  SANDBOX_TEXTS_MAX: whole(1, 10_000_000).default(20_000),
})

export function readSandboxConfig(env: Environment): SandboxConfig {
  const value = readEnvironment(environment, env)
  return {
    port: value.PORT,
    accountSid: value.TWILIO_ACCOUNT_SID,
    authToken: value.TWILIO_AUTH_TOKEN,
    emailApiKey: value.EMAIL_API_KEY,
    sinchProjectId: value.SINCH_PROJECT_ID,
    sinchKeyId: value.SINCH_KEY_ID,
    sinchKeySecret: value.SINCH_KEY_SECRET,
    googleClientId: value.GOOGLE_CLIENT_ID,
    googleClientSecret: value.GOOGLE_CLIENT_SECRET,
    googlePlacesKey: value.GOOGLE_PLACES_KEY,
    pushAccount: SANDBOX_ACCOUNT.pushAccount,
    googleFile: value.DATA_DIR === undefined ? null : path.join(value.DATA_DIR, 'sandbox', 'google.json'),
    lookerSecret: value.LOOKER_EMBED_SECRET,
    apiUrl: value.API_URL,
    publicUrl: value.PUBLIC_URL ?? value.API_URL,
    ownUrl: value.TWILIO_BASE_URL ?? `http://127.0.0.1:${value.PORT}/sandbox/twilio`,
    pace: HUMAN_PACE,
    textsMax: value.SANDBOX_TEXTS_MAX,
  }
}
