/**
 * Tracks sessions that ended before their tokens expired. They arrive by webhook. Because the sockets of an ended
 * session must close within 5 s even when a webhook is lost, the API is also asked every 2 s. Until its first answer,
 * no client is admitted.
 */
import type { Revocation } from '@foyer/contracts/feed.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { AccessClaims } from '@foyer/contracts/session/user.ts'
import type { Logger } from 'pino'
import { type Clock, repeat } from '../clock.ts'
import { RelayError } from '../process-log.ts'
import type { ApiClient } from './api-client.ts'

/** Longer than the longest token lifetime of a day. */
const KEEP_MS = 25 * 3_600_000
/** The list is fetched every 2 s with a timeout of 2 s, and an ended session must be known within 5 s. */
const CURRENT_MS = 4_500

export interface Revocations {
  add(revocations: readonly Revocation[]): void
  has(claims: Pick<AccessClaims, 'sid' | 'sub' | 'iat'>): boolean
  /** When the last fetch began, by the clock's `elapsed`; null until the first one has succeeded. */
  readonly loadedAt: number | null
  /** Whether a session that ended 5 s ago would be known. */
  isCurrent(): boolean
  /** Loads the list if it isn't current; rejects if it can't be loaded. */
  ensureCurrent(): Promise<void>
  start(): Promise<void>
  stop(): void
}

interface Dependencies {
  readonly api: ApiClient
  readonly clock: Clock
  readonly log: Logger
  /** Called when new revocations arrive. */
  onAdded(): void
}

export function createRevocations({ api, clock, log, onAdded }: Dependencies): Revocations {
  const kept = new Map<string, { readonly revocation: Revocation; readonly heardAt: number }>()
  const sessions = new Set<string>()
  const users = new Map<string, number>()
  let loadedAt: number | null = null
  let loading: Promise<void> | null = null
  let stop = () => {}

  function add(revocations: readonly Revocation[]): void {
    const fresh = revocations.filter(({ id }) => !kept.has(id))
    if (fresh.length === 0) return
    forgetOld()
    for (const revocation of fresh) {
      const { id, sid, sub, at } = revocation
      kept.set(id, { revocation, heardAt: clock.elapsed() })
      if (sid !== null) sessions.add(sid)
      else users.set(sub, Math.max(Date.parse(at), users.get(sub) ?? 0))
    }
    onAdded()
  }

  function forgetOld(): void {
    for (const [id, { revocation, heardAt }] of kept) {
      if (clock.elapsed() - heardAt < KEEP_MS) return
      kept.delete(id)
      if (revocation.sid !== null) sessions.delete(revocation.sid)
      else if (users.get(revocation.sub) === Date.parse(revocation.at)) users.delete(revocation.sub)
    }
  }

  const isCurrent = () => loadedAt !== null && clock.elapsed() - loadedAt <= CURRENT_MS

  function load(): Promise<void> {
    loading ??= loadNow().finally(() => {
      loading = null
    })
    return loading
  }

  async function loadNow(): Promise<void> {
    try {
      const at = clock.elapsed()
      add(await api.revocations())
      loadedAt = at
    } catch (err) {
      log.warn({ err }, 'loading the revocations failed')
    }
  }

  return {
    add,
    // A token issued in the second of the revocation counts as older, because `iat` has no finer resolution.
    has: ({ sid, sub, iat }) => sessions.has(sid) || iat * 1000 <= (users.get(sub) ?? Number.NEGATIVE_INFINITY),
    get loadedAt() {
      return loadedAt
    },
    isCurrent,
    async ensureCurrent() {
      // A load in progress may have begun too long ago.
      for (let loads = 0; loads < 2 && !isCurrent(); loads += 1) await load()
      if (!isCurrent()) throw new RelayError('The list of ended sessions is not current.')
    },
    async start() {
      await load()
      stop = repeat(clock, LIVE.confirmEveryMs, load)
    },
    stop: () => stop(),
  }
}
