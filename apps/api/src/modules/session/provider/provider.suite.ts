/**
 * Test helper: the session calls beside a real identity provider, and browsers that follow redirects between the two.
 */
import { decodeJwt, SignJWT } from 'jose'
import {
  CLIENT,
  createIdentityProvider,
  type IdentityProvider,
} from '../../../../../../tests/support/identity-provider.ts'
import { createSessionApi, type SessionApi } from '../session-api.suite.ts'

const FOYER = 'http://foyer.test'
const CALLBACK = `${FOYER}/api/auth/callback`

const GRANTS = [
  { value: 'leads', organizationId: 'org_a', role: 'supervisor' },
  { value: 'front-desk', organizationId: 'org_a', role: 'agent' },
  { value: 'birch', organizationId: 'org_b', role: 'agent' },
  { value: 'nowhere', organizationId: 'org_of_nobody', role: 'admin' },
] as const

export function settingsFor(issuer: string): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Cedar ID',
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_MAPPING: JSON.stringify({ claim: 'groups', grants: GRANTS }),
  }
}

export interface ProviderApi {
  readonly api: SessionApi
  readonly idp: IdentityProvider
  browser(): Browser
  /** Signs a new browser in as the provider's person; returns the page where it ends. */
  signIn(person: IdentityProvider['person'], returnTo?: string): Promise<Arrival>
  close(): Promise<void>
}

interface Arrival {
  /** Path, query and fragment of the Foyer page where it ends. */
  readonly place: string
  readonly browser: Browser
}

export async function createProviderApi(env: Record<string, string> = {}): Promise<ProviderApi> {
  const idp = await createIdentityProvider(CALLBACK)
  const api = await createSessionApi({ ...settingsFor(idp.issuer), ...env })
  const browser = () => createBrowser(api)
  return {
    api,
    idp,
    browser,
    async signIn(person, returnTo = '/inbox') {
      idp.person = person
      const one = browser()
      return { place: await one.go(beginning(returnTo)), browser: one }
    },
    async close() {
      await api.close()
      await idp.stop()
    },
  }
}

interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly key?: CryptoKey | Uint8Array
}

/** Claims of a provider that gives these through userinfo alone. */
export const ONLY_USERINFO = {
  claims: { email: undefined, email_verified: undefined, name: undefined, groups: undefined },
}

/** The provider's ID token with changed contents, correctly signed unless `key` or `header` says otherwise. */
export async function forged(idp: IdentityProvider, token: unknown, { claims, header, key }: Forgery): Promise<string> {
  const payload = { ...decodeJwt(String(token)), ...claims }
  const head = { alg: 'RS256', kid: 'k1', ...header }
  if (head.alg !== 'none') return new SignJWT(payload).setProtectedHeader(head).sign(key ?? idp.key)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(head)}.${part(payload)}.`
}

export function beginning(returnTo: string): string {
  return `/api/auth/login?returnTo=${encodeURIComponent(returnTo)}&way=provider`
}

interface Browser {
  readonly cookies: Map<string, { readonly value: string; readonly path: string }>
  /** Follows redirects until a Foyer page and returns its path. */
  go(address: string): Promise<string>
  /** Follows redirects up to the provider's answer to Foyer and returns that address without requesting it. */
  toCallback(returnTo?: string): Promise<URL>
  /** Makes one request without following its redirect. */
  step(address: string, init?: RequestInit): Promise<Response>
  me(): Promise<unknown>
}

const HOPS_MAX = 12

/** Keeps cookies by host and path; foyer.test is the API. */
function createBrowser(api: SessionApi): Browser {
  const cookies: Browser['cookies'] = new Map()
  const keep = (host: string, line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const attribute = (key: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const expires = attribute('expires')
    const over = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
    if (over) cookies.delete(`${host} ${name}`)
    else cookies.set(`${host} ${name}`, { value, path: attribute('path') ?? '/' })
  }
  const step: Browser['step'] = async (address, init) => {
    const url = new URL(address, FOYER)
    const sent = [...cookies].flatMap(([key, { value, path }]) => {
      const [host, name] = key.split(' ')
      return host === url.host && url.pathname.startsWith(path) ? [`${name}=${value}`] : []
    })
    const request = { ...init, redirect: 'manual', headers: { ...init?.headers, cookie: sent.join('; ') } } as const
    const answer =
      url.origin === FOYER ? await api.request(url.pathname + url.search, request) : await fetch(url, request)
    for (const line of answer.headers.getSetCookie()) keep(url.host, line)
    return answer
  }
  const follow = async (address: string, isThere: (url: URL) => boolean): Promise<URL> => {
    let url = new URL(address, FOYER)
    for (let hops = 0; hops < HOPS_MAX && !isThere(url); hops++) {
      const answer = await step(url.href)
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${url.origin}${url.pathname} answered ${answer.status} and led nowhere.`)
      url = new URL(location, url)
    }
    return url
  }
  return {
    cookies,
    step,
    async go(address) {
      const { origin, pathname, search, hash } = await follow(
        address,
        (url) => url.origin === FOYER && !url.pathname.startsWith('/api/'),
      )
      if (origin !== FOYER) throw new Error(`It ended at ${origin}.`)
      return pathname + search + hash
    },
    toCallback: (returnTo = '/inbox') =>
      follow(beginning(returnTo), (url) => url.origin === FOYER && url.pathname === '/api/auth/callback'),
    async me() {
      const answer = await step('/api/auth/me')
      return answer.status === 200 ? answer.json() : null
    },
  }
}
