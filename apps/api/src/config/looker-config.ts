/** The settings of the BI service, whose dashboards are framed by signed addresses. Without any, the sandbox is the service. */
import { address, StartRefusal } from '@foyer/contracts/environment.ts'
import { z } from 'zod'

export interface LookerSettings {
  /** Without a slash at the end. A path of it is not signed. */
  readonly baseUrl: string
  readonly secret: string
  readonly models: readonly string[]
}

/** Public, so it protects nothing. */
export const SANDBOX_LOOKER_SECRET = 'sandbox-looker-embed-secret'

export const lookerEnvironment = {
  LOOKER_BASE_URL: address.optional(),
  LOOKER_EMBED_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  LOOKER_MODELS: z
    .string()
    .regex(/^\w+(,\w+)*$/, { error: 'must be names of models like clinic,billing' })
    .transform((names) => names.split(','))
    .default(['clinic']),
}

type LookerEnvironment = z.output<z.ZodObject<typeof lookerEnvironment>>

interface Around {
  readonly production: boolean
  readonly publicUrl: string
  /** Whether another carrier is set, so that the sandbox may not run. */
  readonly hasCarrier: boolean
}

/** Null when no service is configured. */
export function lookerOf(
  value: LookerEnvironment,
  { production, publicUrl, hasCarrier }: Around,
): LookerSettings | null {
  const { LOOKER_BASE_URL: baseUrl, LOOKER_EMBED_SECRET: secret, LOOKER_MODELS: models } = value
  if (baseUrl === undefined && secret === undefined) {
    if (production || hasCarrier) return null
    return { baseUrl: `${publicUrl}/sandbox/looker`, secret: SANDBOX_LOOKER_SECRET, models }
  }
  if (baseUrl === undefined) throw new StartRefusal('LOOKER_BASE_URL must be set too for dashboards to be shown.')
  if (secret === undefined) throw new StartRefusal('LOOKER_EMBED_SECRET must be set too for dashboards to be shown.')
  if (production && secret === SANDBOX_LOOKER_SECRET)
    throw new StartRefusal("LOOKER_EMBED_SECRET is the sandbox's: anybody could sign in.")
  if (production && !baseUrl.startsWith('https:'))
    throw new StartRefusal('LOOKER_BASE_URL must be an https address in production.')
  return { baseUrl, secret, models }
}
