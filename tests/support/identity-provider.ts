/**
 * A certified identity provider on a free port that signs people in without a question, and that a test can make lie.
 */
import { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Configuration, type JWK, Provider } from 'oidc-provider'
import { freePort } from './free-port.ts'

export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export const CLIENT = { id: 'foyer', secret: 'a secret of this test' } as const

const RSA = {
  ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ...{ modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
}

export interface IdentityProvider {
  readonly issuer: string
  readonly key: CryptoKey
  /** The person who signs in next; null refuses. */
  person: ({ readonly sub: string } & Person) | null
  /** Receives each answer's body before it is sent, and may change it. */
  twist: ((path: string, body: Record<string, unknown>) => unknown) | undefined
  /** Replaces the answer, for example to leave a request open. */
  hang: ((path: string, req: IncomingMessage, res: ServerResponse) => boolean) | undefined
  /** The received requests, by method and path. */
  readonly asked: string[]
  stop(): Promise<void>
  start(): Promise<void>
}

export async function createIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const key = { ...KeyObject.from(privateKey).export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' } as JWK
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, configurationOf({ key, redirectUri, people }))
  provider.use(async (context, next) => {
    await next()
    await idp.twist?.(context.path, context.body as Record<string, unknown>)
  })
  provider.on('server_error', (_context, error) => console.error(error))

  let server: Server | undefined
  const idp: IdentityProvider = {
    issuer,
    key: privateKey,
    person: null,
    twist: undefined,
    hang: undefined,
    asked: [],
    async start() {
      server = createServer((req, res) => void answer(req, res)).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async stop() {
      const closed = server && once(server, 'close')
      server?.close()
      server?.closeAllConnections()
      await closed
    },
  }

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const path = new URL(req.url ?? '/', issuer).pathname
    idp.asked.push(`${req.method} ${path}`)
    if (idp.hang?.(path, req, res)) return
    if (!path.startsWith('/interaction/')) return void provider.callback()(req, res)
    const { person } = idp
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub, remember: false } }
      : { error: 'access_denied', error_description: 'They thought better of it.' }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }

  await idp.start()
  return idp
}

interface Given {
  readonly key: JWK
  readonly redirectUri: string
  readonly people: ReadonlyMap<string, Person>
}

function configurationOf({ key, redirectUri, people }: Given): Configuration {
  return {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    // Like most providers, it puts the person's claims into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    // Grants consent without asking the person.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc
      const known = session?.grantIdFor(client?.clientId ?? '')
      if (known !== undefined) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    ttl: { IdToken: 300, AuthorizationCode: 60, AccessToken: 300, Grant: 300, Interaction: 300, Session: 300 },
  }
}
