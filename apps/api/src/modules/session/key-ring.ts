/** Caches the public keys that verify tokens, and the tokens that these keys verified. */
import { hash } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { AuthServices } from './auth.ts'

type FindKey = (...of: Parameters<JWTVerifyGetKey>) => Promise<Awaited<ReturnType<JWTVerifyGetKey>>>

/** One loaded set of keys. Its verified tokens are discarded with it. */
export interface Keys {
  readonly find: FindKey
  readonly verified: VerifiedTokens
  readonly loadedAt: number
}

export interface KeyRing {
  /**
   * Claims of a token that the current keys verified before; undefined for an unknown token and while keys are loading.
   */
  findVerified(token: string): unknown
  /** The current keys, or newly loaded ones if the current ones lack the header's key id. */
  keysFor(
    ...of: Parameters<JWTVerifyGetKey>
  ): Promise<{ readonly keys: Keys; readonly key: Awaited<ReturnType<FindKey>> }>
}

/** Another process may have made a key that this one has not loaded; invented key ids must not cost a query each. */
const RELOAD_MS = 1000

export function createKeyRing(listKeys: () => Promise<JSONWebKeySet>, clock: AuthServices['clock']): KeyRing {
  let ring: Promise<Keys> | undefined
  /** The resolved value of `ring`. */
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
        // When several callers wait for a key, only the first one reloads.
        const newer = await (ring === known || ring === undefined ? load() : ring)
        return { keys: newer, key: await newer.find(header, token) }
      }
    },
  }
}

/**
 * Caches verified tokens: the signature is most of the cost of verifying, and a client sends one token for five
 * minutes.
 */
export interface VerifiedTokens {
  /** The cached claims; the caller checks times and audience. */
  find(token: string): unknown
  keep(token: string, claims: unknown): void
}

/** Some megabytes at most. */
const VERIFIED_MAX = 10_000

/** Keyed by digest, so that the memory of this process holds no tokens. */
export function createVerifiedTokens(most = VERIFIED_MAX): VerifiedTokens {
  const kept = new Map<string, unknown>()
  const digest = (token: string) => hash('sha256', token, 'base64')
  return {
    find: (token) => kept.get(digest(token)),
    keep(token, claims) {
      kept.set(digest(token), claims)
      // Deletes the oldest tokens first, because they expire first.
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return
        kept.delete(oldest)
      }
    },
  }
}
