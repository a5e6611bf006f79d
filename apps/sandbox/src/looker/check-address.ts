/** Checks a signed address of an embedded dashboard as Looker does: signature, time, one use, permissions. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const CLOCKS_MAY_DIFFER_MS = 300_000
const SIGNED = [
  ...['nonce', 'time', 'session_length', 'external_user_id', 'permissions', 'models', 'group_ids'],
  ...['external_group_id', 'user_attributes', 'access_filters'],
] as const

export interface SignedIn {
  readonly user: string
  readonly group: string
  readonly attributes: Readonly<Record<string, string>>
  /** The page that may frame the dashboard. */
  readonly embedDomain: string
  readonly path: string
}

interface Asked {
  readonly host: string
  /** As it stood in the address, percent-encoded. */
  readonly target: string
  readonly query: Readonly<Record<string, unknown>>
}

export interface AddressCheck {
  check(asked: Asked): SignedIn | null
  clear(): void
}

export function createAddressCheck(secret: string, now: () => Date): AddressCheck {
  /** The nonces that were used, with the time until which their addresses would work. */
  const used = new Map<string, number>()
  return {
    check({ host, target, query }) {
      const values = SIGNED.map((name) => query[name])
      if (!values.every((value) => typeof value === 'string') || typeof query.signature !== 'string') return null
      const said = [host, `/login/embed/${target}`, ...values].join('\n')
      const right = createHmac('sha1', secret).update(said, 'utf8').digest()
      const given = Buffer.from(query.signature, 'base64')
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const read = readSigned(query as Record<string, string>)
      if (read === null || !read.permissions.includes('access_data')) return null
      const at = now().getTime()
      if (Math.abs(at - read.time * 1000) > CLOCKS_MAY_DIFFER_MS) return null
      for (const [nonce, until] of used) if (until < at) used.delete(nonce)
      if (used.has(read.nonce)) return null
      used.set(read.nonce, read.time * 1000 + CLOCKS_MAY_DIFFER_MS)
      const page = new URL(decodeURIComponent(target), 'http://looker.invalid')
      const { user, group, attributes } = read
      return { user, group, attributes, embedDomain: page.searchParams.get('embed_domain') ?? '', path: page.pathname }
    },
    clear: () => used.clear(),
  }
}

/** Each value travels as JSON. */
function readSigned(query: Readonly<Record<string, string>>) {
  try {
    const value = (name: (typeof SIGNED)[number]) => JSON.parse(query[name] ?? '')
    return {
      ...{ nonce: String(value('nonce')), time: Number(value('time')), user: String(value('external_user_id')) },
      ...{ group: String(value('external_group_id')), permissions: value('permissions') as string[] },
      attributes: value('user_attributes') as Record<string, string>,
    }
  } catch {
    return null
  }
}
