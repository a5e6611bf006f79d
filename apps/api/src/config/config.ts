/**
 * The API's settings from the environment, with their defaults. Read once at the start; no other code reads the
 * environment.
 */
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
import { type OperationMode, operationModes } from '@foyer/contracts/graphql-operations.rules.ts'
import { reportAddress } from '@foyer/contracts/report-address.rules.ts'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { type GoogleSettings, googleEnvironment, googleOf } from './google-config.ts'
import { keptSecret } from './kept-secret.ts'
import { type LookerSettings, lookerEnvironment, lookerOf } from './looker-config.ts'
import { productionProblems } from './production.rules.ts'
import { type ProviderSettings, providerEnvironment, providerOf } from './provider-config.ts'
import { type FaxSettings, faxEnvironment, faxOf } from './sinch-config.ts'

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly dataDir: string
  /** A PostgreSQL server to use; null starts the embedded one. */
  readonly databaseUrl: string | null
  readonly seed: 'demo' | 'none'
  /** The public origin, without a trailing slash: issuer of tokens, part of the carrier's signatures. */
  readonly publicUrl: string
  /** The address below which short links are, without a trailing slash. */
  readonly shortLinkUrl: string
  /** The relays that the dispatcher posts to; empty when relays poll. */
  readonly relayUrls: readonly string[]
  /** The first one signs; during a rotation either is accepted as bearer token. */
  readonly relaySecrets: readonly [string, ...string[]]
  readonly authSecret: string
  readonly twilio: {
    readonly accountSid: string
    readonly authToken: string
    readonly baseUrl: string
    /** Hosts to which the carrier may redirect the download of a patient's file; empty allows no redirect. */
    readonly mediaHosts: readonly string[]
  }
  /** The service that sends e-mails; null when none is configured, and none can be sent. */
  readonly email: EmailSettings | null
  /** A bucket for the bytes of files; null stores them in the data directory. */
  readonly s3: S3Settings | null
  /** Limits of texts a day: per organization, and per patient's number. */
  readonly smsDailyLimit: number
  readonly smsPatientDailyLimit: number
  /** ISO 3166 codes of the countries to which texts may be sent. */
  readonly smsCountries: readonly string[]
  readonly emailDailyLimit: number
  /** How long an upload that imports a file waits for its end before it is answered. */
  readonly importWaitS: number
  readonly fax: FaxSettings
  /** Null when no BI service is configured. */
  readonly looker: LookerSettings | null
  /** Google's services for business listings; null when none is configured. */
  readonly google: GoogleSettings | null
  /** The calls in work beyond which further ones are refused before any work on them. */
  readonly callsAtOnce: number
  /** Whether GraphQL takes any operation, or those alone that the app sends. */
  readonly graphqlOperations: OperationMode
  readonly loginRateLimit: number
  readonly accessTokenTtlS: number
  readonly sessionIdleMinutes: number
  /** An OpenID Connect provider for sign-in; null allows passwords only. */
  readonly identityProvider: ProviderSettings | null
  /** How long and how many events of each organization's log are kept. */
  readonly retention: { readonly days: number; readonly events: number }
  /** How long causes are kept, and the most automatic texts to one number in 24 hours. */
  readonly automations: { readonly journalDays: number; readonly patientDaily: number }
  /** The service that browsers' error reports are forwarded to; null discards them. */
  readonly errorReportingDsn: string | null
  readonly logLevel: string
}

export interface EmailSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The sender address; the sender name is the organization's. */
  readonly from: string
  /** The paths of the service that the e-mail relay may call, including the paths below them. */
  readonly relayPaths: readonly string[]
}

export interface S3Settings {
  /** Null uses Amazon's endpoint of the region. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The configuration once the database is known: the embedded one has an address only while it runs. */
export interface RunningConfig extends Config {
  readonly databaseUrl: string
}

/**
 * The embedded sandbox's account. It is public and protects nothing, so production with a database of its own must
 * configure a carrier.
 */
export const SANDBOX_TWILIO = {
  accountSid: 'ACf0e5f0e5f0e5f0e5f0e5f0e5f0e5f0e5',
  authToken: '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
} as const

/** The embedded sandbox's e-mail account, public as well. */
export const SANDBOX_EMAIL = { apiKey: 'SG.sandbox', from: 'no-reply@foyer.test' } as const

export function readConfig(env: Environment): Config {
  const value = readEnvironment(environment, env)
  const dataDir = path.resolve(value.DATA_DIR)
  const production = value.NODE_ENV === 'production'
  const [problem] = production ? productionProblems(value, SANDBOX_TWILIO) : []
  if (problem !== undefined) throw new StartRefusal(problem)
  /**
   * Reads a secret that is generated for a single process and must be configured when several processes share a
   * database.
   */
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
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`
  return {
    production,
    port: value.PORT,
    dataDir,
    databaseUrl: value.DATABASE_URL ?? null,
    // A configured production database gets no made-up patients by default.
    seed: value.SEED ?? (production && value.DATABASE_URL !== undefined ? 'none' : 'demo'),
    publicUrl,
    shortLinkUrl: value.SHORT_LINK_URL ?? `${publicUrl}/s`,
    relayUrls: value.RELAY_URLS,
    relaySecrets: required('RELAY_SECRET', () => [`whsec_${keptSecret(dataDir, 'relay')}`]),
    authSecret: required('AUTH_SECRET', () => keptSecret(dataDir, 'auth')),
    twilio: {
      accountSid: required('TWILIO_ACCOUNT_SID', () => SANDBOX_TWILIO.accountSid),
      // Production has no sandbox, so its public token must not be accepted.
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
    importWaitS: value.IMPORT_WAIT_SECONDS,
    fax: faxOf(value, { production, port: value.PORT, hasCarrier: value.TWILIO_BASE_URL !== undefined }),
    google: googleOf(value, {
      production,
      port: value.PORT,
      hasCarrier: value.TWILIO_BASE_URL !== undefined,
      publicUrl,
    }),
    looker: lookerOf(value, { production, publicUrl, hasCarrier: value.TWILIO_BASE_URL !== undefined }),
    callsAtOnce: value.CALLS_AT_ONCE,
    graphqlOperations: value.GRAPHQL_OPERATIONS ?? (production ? 'listed' : 'any'),
    loginRateLimit: value.LOGIN_RATE_LIMIT,
    accessTokenTtlS: value.ACCESS_TOKEN_TTL_SECONDS,
    sessionIdleMinutes: value.SESSION_IDLE_MINUTES,
    identityProvider: providerOf(value, production),
    retention: { days: value.EVENT_RETENTION_DAYS, events: value.EVENT_RETENTION_COUNT },
    automations: { journalDays: value.AUTOMATION_JOURNAL_DAYS, patientDaily: value.AUTOMATION_PATIENT_DAILY },
    errorReportingDsn: value.VITE_ERROR_REPORTING_DSN ?? null,
    logLevel: value.LOG_LEVEL,
  }
}

/** The configured service; without one the sandbox's, when the sandbox is the carrier, or none. */
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

/** All settings or none: a partial configuration would otherwise be noticed only when the first file is lost. */
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

/** A comma-separated list. */
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
  SHORT_LINK_URL: address.optional(),
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
  IMPORT_WAIT_SECONDS: whole(0, 60).default(25),
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
  CALLS_AT_ONCE: whole(4, 10_000).default(64),
  GRAPHQL_OPERATIONS: z.enum(operationModes, { error: 'must be any or listed' }).optional(),
  LOGIN_RATE_LIMIT: whole(1, 1000).default(10),
  ACCESS_TOKEN_TTL_SECONDS: whole(5, 86_400).default(300),
  SESSION_IDLE_MINUTES: whole(1, 10_080).default(720),
  ...providerEnvironment,
  ...faxEnvironment,
  ...lookerEnvironment,
  ...googleEnvironment,
  AUTOMATION_JOURNAL_DAYS: whole(1, 365).default(35),
  AUTOMATION_PATIENT_DAILY: whole(1, 100).default(3),
  EVENT_RETENTION_DAYS: whole(1, 365).default(7),
  EVENT_RETENTION_COUNT: whole(1000, 10_000_000).default(100_000),
  // The web app's build reads the same variable, and both must report to the same project.
  VITE_ERROR_REPORTING_DSN: z
    .string()
    .refine((dsn) => reportAddress(dsn) !== null, { error: 'must be an address with a key and a project' })
    .optional(),
  LOG_LEVEL: logLevel,
})
