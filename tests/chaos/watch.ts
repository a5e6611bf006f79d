/** Checks four times a second whether a client is behind the log and claims to be live. */
import type { Client } from './client.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './store.ts'

/** [OPEN-097] A client may claim to be live for at most this time while it is behind. */
const BEHIND_MAX_MS = 10_000
const LOOK_EVERY_MS = 250
/** If this process itself was stalled for longer, it cannot judge the clients. */
const ASLEEP_MS = 1_500

interface Rise {
  readonly epoch: string
  readonly seq: number
  readonly at: number
}

export type Watch = ReturnType<typeof startWatch>

export function startWatch(store: Pick<Store, 'look'>, clients: () => readonly Client[], ledger: Ledger) {
  const rises = new Map<string, Rise[]>()
  const behindSince = new Map<Client, number>()
  let isLooking = false
  let lastLook = performance.now()
  let longestBehind = 0
  const laps = new Set<{ readonly of: ReadonlySet<Client>; longest: number }>()

  async function look() {
    const heads = await store.look<{ id: string; epoch: string; seq: number }>(
      'select organization_id as id, epoch, seq::int from organization_heads',
    )
    const now = performance.now()
    for (const { id, epoch, seq } of heads) {
      const known = rises.get(id) ?? []
      const last = known.at(-1)
      if (last?.epoch !== epoch || last.seq < seq) known.push({ epoch, seq, at: now })
      rises.set(id, known.slice(-600))
    }
  }

  /** Since when the log has an event that the client lacks; null if it lacks none. */
  function missingSince(client: Client): number | null {
    const position = client.position()
    if (!position) return null
    const known = rises.get(client.organizationId) ?? []
    const epoch = known.at(-1)?.epoch
    const first = known.find((rise) => rise.epoch === epoch && (position.epoch !== epoch || rise.seq > position.seq))
    return first?.at ?? null
  }

  function judge() {
    const now = performance.now()
    const wasAsleep = now - lastLook > ASLEEP_MS
    lastLook = now
    if (wasAsleep) ledger.count('looks after a stall')
    for (const client of clients()) {
      const since = client.isLive() ? missingSince(client) : null
      // The measurement starts again whenever the client is current or not live.
      if (since === null || wasAsleep) {
        behindSince.delete(client)
        continue
      }
      const from = Math.max(behindSince.get(client) ?? now, since)
      behindSince.set(client, from)
      for (const lap of laps) if (lap.of.has(client)) lap.longest = Math.max(lap.longest, now - from)
      // A client that doesn't read may rightly look live until it misses a beacon, after 9 s.
      const isReading = [...laps].every(({ of }) => of.has(client))
      if (isReading) longestBehind = Math.max(longestBehind, now - from)
      if (now - from <= BEHIND_MAX_MS) continue
      const { seq } = client.position() ?? { seq: -1 }
      ledger.violate('I9', `${client.name} claims to be live and has been at ${seq} for ${Math.round(now - from)} ms`)
      behindSince.set(client, now)
    }
  }

  const timer = setInterval(() => {
    judge()
    if (isLooking) return
    isLooking = true
    void look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  return {
    longestBehindMs: () => Math.round(longestBehind),
    /** Measures these clients, the only ones that read; the returned function ends that and gives the longest time that one was behind. */
    lap(of: ReadonlySet<Client>): () => number {
      const lap = { of, longest: 0 }
      laps.add(lap)
      return () => {
        laps.delete(lap)
        return Math.round(lap.longest)
      }
    },
    stop: () => clearInterval(timer),
  }
}
