/** What the environment may say, and what holds where it says nothing. Read once, at the start; nothing else reads it. */
import path from 'node:path'
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
import { reportAddress } from '@foyer/contracts/report-address.rules.ts'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { keptSecret } from './kept-secret.ts'
import { productionProblems } from './production.rules.ts'
import { type ProviderSettings, providerEnvironment, providerOf } from './provider-config.ts'

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly dataDir: string
  /** A PostgreSQL to use; null starts the embedded one. */
  readonly databaseUrl: string | null
  readonly seed: 'demo' | 'none'
  /** The one origin, without a slash at its end: issuer of tokens, part of the carrier's signatures. */
  readonly publicUrl: string
  /** Where the dispatcher posts; none: relays poll. */
  readonly relayUrls: readonly string[]
  /** The first one signs; during a rotation either is accepted as bearer. */
  readonly relaySecrets: readonly [string, ...string[]]
  readonly authSecret: string
  readonly twilio: {
    readonly accountSid: string
    readonly authToken: string
    readonly baseUrl: string
    /** Hosts that the carrier may send us on to for a file of a patient's; none: it has to give the file itself. */
    readonly mediaHosts: readonly string[]
  }
  /** The service that sends e-mails; null: none is set up, and none can be sent. */
  readonly email: EmailSettings | null
  /** A bucket for the bytes of files; null keeps them in the data directory. */
  readonly s3: S3Settings | null
  /** Texts a day: of an organization, and of each of its patients' numbers. */
  readonly smsDailyLimit: number
  readonly smsPatientDailyLimit: number
  /** ISO 3166 codes of where texts may go. */
  readonly smsCountries: readonly string[]
  readonly emailDailyLimit: number
  readonly loginRateLimit: number
  readonly accessTokenTtlS: number
  readonly sessionIdleMinutes: number
  /** An identity provider that people sign in by; null: by passwords alone. */
  readonly identityProvider: ProviderSettings | null
  /** How much of each organization's log is kept. */
  readonly retention: { readonly days: number; readonly events: number }
  /** Where browsers' reports of errors are passed on to; null: nowhere. */
  readonly errorReportingDsn: string | null
  readonly logLevel: string
}

export interface EmailSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The address that mails come from; their name is the organization's. */
  readonly from: string
  /** Paths of the service that its relay may reach, each with what lies below it. */
  readonly relayPaths: readonly string[]
}

export interface S3Settings {
  /** Null is Amazon's own, of the region. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The configuration of an API whose store is known: the embedded one has an address only once it runs. */
export interface RunningConfig extends Config {
  readonly databaseUrl: string
}

/** The embedded sandbox's account, the same everywhere: it guards nothing. A production with a store of its own must name its carrier. */
export const SANDBOX_TWILIO = {
  accountSid: 'ACf0e5f0e5f0e5f0e5f0e5f0e5f0e5f0e5',
  authToken: '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
} as const

/** Likewise its e-mail service. */
export const SANDBOX_EMAIL = { apiKey: 'SG.sandbox', from: 'no-reply@foyer.test' } as const

export function readConfig(env: Environment): Config {
  const value = readEnvironment(environment, env)
  const dataDir = path.resolve(value.DATA_DIR)
  const production = value.NODE_ENV === 'production'
  const [problem] = production ? productionProblems(value, SANDBOX_TWILIO) : []
  if (problem !== undefined) throw new StartRefusal(problem)
  /** What is made up for one process on its own must be given where several share a store. */
  const required = <Name extends 'AUTH_SECRET' | 'RELAY_SECRET' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_ACCOUNT_SID'>(
    name: Name,
    or: () => NonNullable<(typeof value)[Name]>,
  ): NonNullable<(typeof value)[Name]> => {
    const setting = value[name]
    if (setting !== undefined) return setting
    if (production && value.DATABASE_URL !== undefined)
      throw new StartRefusal(`${name} must be set in production with a DATABASE_URL.`)
    return or()
  }
  return {
    production,
    port: value.PORT,
    dataDir,
    databaseUrl: value.DATABASE_URL ?? null,
    // Made-up patients don't come into a real store by themselves.
    seed: value.SEED ?? (production && value.DATABASE_URL !== undefined ? 'none' : 'demo'),
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    relayUrls: value.RELAY_URLS,
    relaySecrets: required('RELAY_SECRET', () => [`whsec_${keptSecret(dataDir, 'relay')}`]),
    authSecret: required('AUTH_SECRET', () => keptSecret(dataDir, 'auth')),
    twilio: {
      accountSid: required('TWILIO_ACCOUNT_SID', () => SANDBOX_TWILIO.accountSid),
      // In production there is no sandbox, and nobody may sign for it.
      authToken: required('TWILIO_AUTH_TOKEN', () =>
        production ? keptSecret(dataDir, 'carrier') : SANDBOX_TWILIO.authToken,
      ),
      baseUrl: value.TWILIO_BASE_URL ?? `http://127.0.0.1:${value.PORT}/sandbox/twilio`,
      mediaHosts: value.TWILIO_MEDIA_HOSTS,
    },
    email: emailOf(value, production),
    s3: s3Of(value),
    smsDailyLimit: value.SMS_DAILY_LIMIT,
    smsPatientDailyLimit: value.SMS_PATIENT_DAILY_LIMIT,
    smsCountries: value.SMS_COUNTRIES,
    emailDailyLimit: value.EMAIL_DAILY_LIMIT,
    loginRateLimit: value.LOGIN_RATE_LIMIT,
    accessTokenTtlS: value.ACCESS_TOKEN_TTL_SECONDS,
    sessionIdleMinutes: value.SESSION_IDLE_MINUTES,
    identityProvider: providerOf(value, production),
    retention: { days: value.EVENT_RETENTION_DAYS, events: value.EVENT_RETENTION_COUNT },
    errorReportingDsn: value.VITE_ERROR_REPORTING_DSN ?? null,
    logLevel: value.LOG_LEVEL,
  }
}

/** The sandbox's, where that is the outside world anyway; else what is named, or none. */
function emailOf(value: z.output<typeof environment>, production: boolean): EmailSettings | null {
  const { EMAIL_BASE_URL, EMAIL_API_KEY, EMAIL_FROM, TWILIO_BASE_URL, EMAIL_RELAY_PATHS: relayPaths } = value
  if (EMAIL_BASE_URL === undefined) {
    if (EMAIL_API_KEY !== undefined) throw new StartRefusal('EMAIL_BASE_URL must be set too for e-mails to be sent.')
    if (production || TWILIO_BASE_URL !== undefined) return null
  } else if (production && (EMAIL_API_KEY === undefined || EMAIL_FROM === undefined)) {
    throw new StartRefusal('EMAIL_API_KEY and EMAIL_FROM must be set too for e-mails to be sent.')
  }
  return {
    baseUrl: EMAIL_BASE_URL ?? `http://127.0.0.1:${value.PORT}/sandbox/sendgrid`,
    apiKey: EMAIL_API_KEY ?? SANDBOX_EMAIL.apiKey,
    from: EMAIL_FROM ?? SANDBOX_EMAIL.from,
    relayPaths,
  }
}

/** All of it or nothing: half a bucket would be found out by the first file that is lost. */
function s3Of(value: z.output<typeof environment>): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = value
  const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, setting]) => (setting === undefined ? [name] : []))
  if (missing.length === Object.keys(needed).length && S3_ENDPOINT === undefined) return null
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new StartRefusal(`${missing.join(' and ')} must be set too for files to be kept in a bucket.`)
  return {
    endpoint: S3_ENDPOINT ?? null,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** Several, by commas. */
const separated = z.string().transform((list) =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: portNumber.default(4000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).optional(),
  PUBLIC_URL: address.optional(),
  RELAY_URLS: separated.pipe(z.array(address)).default([]),
  RELAY_SECRET: relaySecrets.optional(),
  AUTH_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_BASE_URL: address.optional(),
  TWILIO_MEDIA_HOSTS: separated
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .pipe(z.array(z.hostname({ error: 'must be names of hosts' })))
    .default([]),
  EMAIL_BASE_URL: address.optional(),
  EMAIL_API_KEY: z.string().min(1).optional(),
  EMAIL_FROM: z.email({ error: 'must be an e-mail address' }).optional(),
  EMAIL_RELAY_PATHS: separated
    .pipe(z.array(z.string().regex(/^(\/[\w-]+)+$/, { error: 'must be paths like /v3/mail/send' })))
    .default(['/v3/mail/send']),
  EMAIL_DAILY_LIMIT: whole(0, 1_000_000).default(2000),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMS_DAILY_LIMIT: whole(0, 1_000_000).default(2000),
  SMS_PATIENT_DAILY_LIMIT: whole(1, 1_000_000).default(200),
  SMS_COUNTRIES: separated
    .transform((codes) => codes.map((code) => code.toUpperCase()))
    .refine((codes) => codes.length > 0 && codes.every((code) => isSupportedCountry(code)), {
      error: 'must be codes of countries like US,CA',
    })
    .default(['US', 'CA']),
  LOGIN_RATE_LIMIT: whole(1, 1000).default(10),
  ACCESS_TOKEN_TTL_SECONDS: whole(5, 86_400).default(300),
  SESSION_IDLE_MINUTES: whole(1, 10_080).default(720),
  ...providerEnvironment,
  EVENT_RETENTION_DAYS: whole(1, 365).default(7),
  EVENT_RETENTION_COUNT: whole(1000, 10_000_000).default(100_000),
  // The web app is built with it under this name, and both have to mean the same project.
  VITE_ERROR_REPORTING_DSN: z
    .string()
    .refine((dsn) => reportAddress(dsn) !== null, { error: 'must be an address with a key and a project' })
    .optional(),
  LOG_LEVEL: logLevel,
})
