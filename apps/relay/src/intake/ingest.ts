/**
 * The only writer of the log. Webhook, poll and confirmation all call it. Per organization the calls run one after
 * the other: the next event is appended, a seen one is dropped, and a gap is filled from the API's feed.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { FeedPage } from '@foyer/contracts/feed.ts'
import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import type { EventLog, Fill, LogState } from '../log/event-log.ts'
import type { Turns } from '../turns.ts'
import type { ApiClient } from './api-client.ts'

export interface Ingest {
  /**
   * Appends events of one organization, in order; rejects while a gap can't be filled. Events of an organization that
   * isn't followed are ignored.
   */
  take(organizationId: string, events: readonly Envelope[]): Promise<void>
  /**
   * Brings the log to at least this head. If the log is ahead of the API within the same epoch, the API was restored
   * to an older state. The log is then replaced, because later events would reuse its sequence numbers and be dropped
   * as seen.
   */
  reach(organizationId: string, head: { epoch: string; head: number }): Promise<void>
  /** Like `reach`, with the API's current head. */
  check(organizationId: string): Promise<void>
  /** How many events the log lacks up to this head. */
  missing(organizationId: string, head: { epoch: string; head: number }): Promise<number>
  /** Loads the newest events, unless the log is loaded. */
  load(organizationId: string): Promise<void>
  /** Long-polls the API for events after the head and appends them. */
  await(organizationId: string, waitMs: number, signal: AbortSignal): Promise<number>
}

const PAGE = 1_000

interface Dependencies {
  readonly api: ApiClient
  readonly log: EventLog
  readonly turns: Turns
  readonly fill: Fill
  /** Waits until the relay knows which sessions have ended; rejects if it can't. */
  ensureInformed(): Promise<void>
}

export function createIngest({ api, log, turns, fill, ensureInformed }: Dependencies): Ingest {
  /** After a cut, an event may arrive before the list of the sessions that ended meanwhile. It waits for the list. */
  const inTurn = <T>(organizationId: string, work: () => Promise<T>) =>
    turns(organizationId, async () => {
      await ensureInformed()
      return work()
    })

  async function catchUp(organizationId: string): Promise<void> {
    for (;;) {
      const held = await log.head(organizationId)
      if (!held) return
      const page = await api.feed({ organizationId, after: held.head, limit: PAGE })
      const continued = await takePage(organizationId, page)
      const isFurther = ((await log.head(organizationId))?.head ?? 0) > held.head
      if (!continued || !isFurther || headOf(page) >= page.head) return
    }
  }

  /** Returns true when the page continued the log, false when the log was replaced. */
  async function takePage(organizationId: string, page: FeedPage): Promise<boolean> {
    const held = await log.head(organizationId)
    if (!held) return false
    const isSameLife = page.epoch === held.epoch
    const isFillable = page.oldest <= held.head + 1 || held.head >= page.head
    if (isSameLife && isFillable && (await log.append(organizationId, page.events)) === 'appended') return true
    await reload(organizationId)
    return false
  }

  async function placeNow(organizationId: string): Promise<{ epoch: string; head: number }> {
    const [head] = await api.heads([organizationId])
    if (!head) throw new Error('The API does not know the organization.')
    return head
  }

  async function newest(organizationId: string): Promise<LogState> {
    const after = Math.max(0, (await placeNow(organizationId)).head - REPLAY_MAX)
    return stateOf(await api.feed({ organizationId, after, limit: PAGE }))
  }

  async function reload(organizationId: string): Promise<void> {
    await log.replace(organizationId, await newest(organizationId))
  }

  async function compare(organizationId: string, { epoch, head }: { epoch: string; head: number }): Promise<void> {
    const held = await log.head(organizationId)
    if (!held || (held.epoch === epoch && held.head === head)) return
    if (held.epoch === epoch && held.head > head) {
      // The head was most likely read before the newest event arrived; asked again, the API has at least that event.
      const [now] = await api.heads([organizationId])
      if (now && now.epoch === held.epoch && now.head < held.head) await reload(organizationId)
      return
    }
    await catchUp(organizationId)
  }

  return {
    take: (organizationId, events) =>
      inTurn(organizationId, async () => {
        const outcome = await log.append(organizationId, events)
        if (outcome === 'appended' || outcome === 'absent') return
        await catchUp(organizationId)
        const held = await log.head(organizationId)
        // A late event of an earlier epoch needs no catching up.
        const wanted = events.findLast(({ epoch }) => epoch === held?.epoch)
        if (held && wanted && wanted.seq > held.head)
          throw new Error('The feed does not contain an event that a webhook announced.')
      }),

    async missing(organizationId, { epoch, head }) {
      const held = await log.head(organizationId)
      if (!held) return 0
      return held.epoch === epoch ? Math.max(0, head - held.head) : head
    },
    reach: (organizationId, head) => inTurn(organizationId, () => compare(organizationId, head)),
    check: (organizationId) =>
      inTurn(organizationId, async () => compare(organizationId, await placeNow(organizationId))),

    load: (organizationId) =>
      inTurn(organizationId, async () => {
        if (await log.head(organizationId)) return
        if ((await fill(organizationId, () => newest(organizationId))) === 'loaded') return
        // The log came from Redis; the API confirms that nothing is missing.
        try {
          await compare(organizationId, await placeNow(organizationId))
        } catch (error) {
          await log.forget(organizationId)
          throw error
        }
      }),

    async await(organizationId, waitMs, signal) {
      const held = await log.head(organizationId)
      if (!held) return 0
      // The long poll holds no turn, so events from a webhook are not delayed; the page then drops them as seen.
      const page = await api.feed({ organizationId, after: held.head, limit: PAGE, waitMs, signal })
      if (signal.aborted) return 0
      await inTurn(organizationId, () => takePage(organizationId, page))
      return page.events.length
    },
  }
}

/** Builds the log's state from a page of its newest events. */
function stateOf(page: FeedPage): LogState {
  const { epoch, events } = page
  const isGapless = events.every(({ seq }, index) => index === 0 || seq === (events[index - 1]?.seq ?? 0) + 1)
  if (!isGapless) throw new Error('The feed has a gap.')
  return { epoch, head: headOf(page), counts: events.at(-1)?.counts ?? page.counts, events }
}

function headOf(page: FeedPage): number {
  return page.events.at(-1)?.seq ?? page.head
}
