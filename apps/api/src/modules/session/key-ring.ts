/** The public keys that tokens are verified with, and which tokens they have verified already. */
import { hash } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { AuthParts } from './auth.ts'

type FindKey = (...of: Parameters<JWTVerifyGetKey>) => Promise<Awaited<ReturnType<JWTVerifyGetKey>>>

/** The keys as they were loaded at one time. What these have verified goes when they go. */
export interface Keys {
  readonly find: FindKey
  readonly verified: VerifiedTokens
  readonly loadedAt: number
}

export interface KeyRing {
  /** What the keys of now have verified; of a token that they have not, or while others are loaded, nothing. */
  findVerified(token: string): unknown
  /** The keys of now, or the ones that came after them: whichever know this header's key. */
  keysFor(
    ...of: Parameters<JWTVerifyGetKey>
  ): Promise<{ readonly keys: Keys; readonly key: Awaited<ReturnType<FindKey>> }>
}

/** Another process may have made a key that we don't know yet; made-up key ids must not cost a query each. */
const RELOAD_MS = 1000

export function createKeyRing(listKeys: () => Promise<JSONWebKeySet>, clock: AuthParts['clock']): KeyRing {
  let ring: Promise<Keys> | undefined
  /** What `ring` is, once it is there. */
  let loaded: Keys | undefined
  const load = () => {
    loaded = undefined
    const loading = listKeys().then((set) => {
      const keys = {
        find: createLocalJWKSet(set),
        verified: createVerifiedTokens(),
        loadedAt: clock.now().getTime(),
      }
      if (ring === loading) loaded = keys
      return keys
    })
    ring = loading
    // A failure is not remembered: the next token tries again.
    loading.catch(() => {
      if (ring === loading) ring = undefined
    })
    return loading
  }
  return {
    findVerified: (token) => loaded?.verified.find(token),
    async keysFor(header, token) {
      const known = ring ?? load()
      const keys = await known
      try {
        return { keys, key: await keys.find(header, token) }
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        if (Math.abs(clock.now().getTime() - keys.loadedAt) < RELOAD_MS) throw error
        // Of several that wait only the first loads.
        const newer = await (ring === known || ring === undefined ? load() : ring)
        return { keys: newer, key: await newer.find(header, token) }
      }
    },
  }
}

/** By far the most of verifying is the signature, and each token is shown with every call of five minutes. */
export interface VerifiedTokens {
  /** What the token says, if it was kept: whether that still counts is for the caller to judge. */
  find(token: string): unknown
  keep(token: string, claims: unknown): void
}

/** Some megabytes at most. */
const VERIFIED_MAX = 10_000

/** By their digests: who reads this memory has no token. */
export function createVerifiedTokens(most = VERIFIED_MAX): VerifiedTokens {
  const kept = new Map<string, unknown>()
  const digest = (token: string) => hash('sha256', token, 'base64')
  return {
    find: (token) => kept.get(digest(token)),
    keep(token, claims) {
      kept.set(digest(token), claims)
      // The oldest, which is over first.
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return
        kept.delete(oldest)
      }
    },
  }
}
