/**
 * Sessions that ended before their tokens did. They come by webhook; and because a socket of an ended session must be
 * gone within 5 s whatever happens to a webhook, the API is also asked every 2 s. Until it has answered once, nobody is
 * let in.
 */
import type { Revocation } from '@foyer/contracts/feed.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { AccessClaims } from '@foyer/contracts/session/user.ts'
import type { Logger } from 'pino'
import { type Clock, repeat } from '../clock.ts'
import type { ApiClient } from './api-client.ts'

/** No token lives longer than a day. */
const KEEP_MS = 25 * 3_600_000
/** Asked every 2 s, for 2 s at most; a little less than the 5 s in which a session that ended must be gone. */
const CURRENT_MS = 4_500

export interface Revocations {
  add(revocations: readonly Revocation[]): void
  has(claims: Pick<AccessClaims, 'sid' | 'sub' | 'iat'>): boolean
  /** When they were asked for, by the clock's `elapsed`; null until those of the last token lifetime are here. */
  readonly loadedAt: number | null
  /** Whether a session that ended 5 s ago would be known. */
  isCurrent(): boolean
  start(): Promise<void>
  stop(): void
}

interface Parts {
  readonly api: ApiClient
  readonly clock: Clock
  readonly log: Logger
  /** There are new ones. */
  onAdded(): void
}

export function createRevocations({ api, clock, log, onAdded }: Parts): Revocations {
  const kept = new Map<string, { readonly revocation: Revocation; readonly heardAt: number }>()
  const sessions = new Set<string>()
  const users = new Map<string, number>()
  let loadedAt: number | null = null
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

  async function load(): Promise<void> {
    try {
      const at = clock.elapsed()
      add(await api.revocations())
      loadedAt = at
    } catch (err) {
      log.warn({ err }, 'the revocations could not be loaded')
    }
  }

  return {
    add,
    // A token of the very second of the revocation counts as older: its `iat` doesn't say which came first.
    has: ({ sid, sub, iat }) => sessions.has(sid) || iat * 1000 <= (users.get(sub) ?? Number.NEGATIVE_INFINITY),
    get loadedAt() {
      return loadedAt
    },
    isCurrent: () => loadedAt !== null && clock.elapsed() - loadedAt <= CURRENT_MS,
    async start() {
      await load()
      stop = repeat(clock, LIVE.confirmEveryMs, load)
    },
    stop: () => stop(),
  }
}
