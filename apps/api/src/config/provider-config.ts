/** The settings of an identity provider (OpenID Connect): complete or absent. */
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { type Role, roleSchema, roles } from '@foyer/contracts/organization.ts'
import { z } from 'zod'

export interface ProviderSettings {
  /** Exactly as the provider's tokens contain it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name on the sign-in button: "Sign in with <name>". */
  readonly name: string
  readonly scopes: string
  readonly mapping: ProviderMapping
  /** Whether the system's own passwords are accepted beside the provider. */
  readonly passwords: boolean
  /** Creates accounts at the first sign-in for users that the mapping assigns to an organization (`mapped`), or for no one. */
  readonly join: 'mapped' | 'known'
}

interface ProviderMapping {
  /** The claim that holds the groups; dots address nested claims. */
  readonly claim: string
  /** When several grants match one organization, the first one counts. */
  readonly grants: readonly { readonly value: string; readonly organizationId: string; readonly role: Role }[]
}

const EXAMPLE = '{"claim":"groups","grants":[{"value":"front-desk","organizationId":"org_cedar","role":"agent"}]}'

const mappingSchema = z.strictObject({
  claim: z.string().min(1).default('groups'),
  grants: z.array(z.strictObject({ value: z.string().min(1), organizationId: z.string().min(1), role: roleSchema })),
})

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const further = ['OIDC_NAME', 'OIDC_SCOPES', 'OIDC_MAPPING', 'OIDC_PASSWORDS', 'OIDC_JOIN'] as const

/** The defaults apply only when a provider is configured, so they are set in `providerOf`. */
export const providerEnvironment = {
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, { error: 'must have at most 60 characters' }).optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, { error: 'must be scopes separated by spaces, with openid among them' })
    .optional(),
  OIDC_MAPPING: z.string().optional(),
  OIDC_PASSWORDS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  OIDC_JOIN: z.enum(['mapped', 'known'], { error: 'must be mapped or known' }).optional(),
}

type ProviderEnvironment = z.output<z.ZodObject<typeof providerEnvironment>>

/** A partial configuration is refused at start; otherwise the first user who can't sign in would notice it. */
export function providerOf(value: ProviderEnvironment, production: boolean): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value
  if ([...needed, ...further].every((name) => value[name] === undefined)) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = needed.filter((name) => value[name] === undefined)
    throw new StartRefusal(`${missing.join(' and ')} must be set too for people to sign in by an identity provider.`)
  }
  assertSafe(new URL(issuer), production)
  return {
    issuer,
    clientId,
    clientSecret,
    name: value.OIDC_NAME ?? 'your organization',
    scopes: value.OIDC_SCOPES ?? 'openid email profile',
    mapping: mappingOf(value.OIDC_MAPPING),
    passwords: value.OIDC_PASSWORDS !== 'off',
    join: value.OIDC_JOIN ?? 'mapped',
  }
}

/** Over http anyone on the network could forge who signs in; only traffic within this machine is safe. [T14] */
function assertSafe({ protocol, hostname, search, hash, username }: URL, production: boolean) {
  if (search !== '' || hash !== '' || username !== '')
    throw new StartRefusal('OIDC_ISSUER must be an address without a user, a query and a fragment.')
  if (protocol === 'https:') return
  if (production) throw new StartRefusal('OIDC_ISSUER must be an https address in production.')
  if (!isLoopback(hostname))
    throw new StartRefusal('OIDC_ISSUER must be an https address; http is taken of this machine itself alone.')
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function mappingOf(text: string | undefined): ProviderMapping {
  if (text === undefined) return { claim: 'groups', grants: [] }
  const read = mappingSchema.safeParse(parsed(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.join('.') ?? ''
  const where = path === '' ? '' : ` Look at ${path}${path.endsWith('.role') ? ` (${roles.join(', ')})` : ''}.`
  throw new StartRefusal(`OIDC_MAPPING must be JSON like ${EXAMPLE}.${where}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
