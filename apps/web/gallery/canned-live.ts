/** Live connections without a relay. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Attendance } from '@foyer/contracts/live.ts'
import { createActor, fromCallback, fromPromise, type StateValueFrom } from 'xstate'
import { every } from '../src/lib/clock.ts'
import { type Currency, NEVER_LIVE } from '../src/live/currency.rules.ts'
import { type LiveActor, liveMachine } from '../src/live/live.machine.ts'
import type { FromSocket, ToSocket } from '../src/live/live-messages.ts'
import { EPOCH } from './canned-api.ts'
import { cedar, now } from './fixtures/people.ts'
import { still } from './still.ts'

type LiveState = StateValueFrom<typeof liveMachine>

const LIVE: LiveState = { linked: { talk: 'live', watchdog: 'listening' } }

const input = { organizationId: cedar._id, random: () => 0, clock: { now: () => now, elapsed: () => 0 } }

/**
 * A restored snapshot has no socket to send to, and no relay whose position the readers could be compared with: a reader that
 * joins would move the machine on to a subscription.
 */
const withoutSocket = liveMachine.provide({
  actions: { sendToRelay: () => undefined, sendUnwatch: () => undefined },
  guards: { isStale: () => false },
})

/** A connection that stays in one state of the machine. */
export function stillLive(
  value: LiveState = LIVE,
  networkUp = true,
  currency = NEVER_LIVE,
  attendance: Attendance['staff'] = [],
): LiveActor {
  return still(withoutSocket, input, value, () => {
    return { networkUp, upstreamOk: true, answered: true, currency, attendance }
  })
}

const lost = new Date('2026-11-19T15:12:00.000Z')

/** Was away for four minutes, and has just returned. */
export const back: Currency = {
  ...NEVER_LIVE,
  liveSince: now,
  last: { at: now, tookMs: 412, missed: 7, awaySince: lost },
}

export const counts: Required<Counts> = {
  unreadMessages: 12,
  openRequests: 3,
  otherRequests: 1,
  openConciergeRequests: 1,
  thumbsDown: 0,
  heldConversations: 1,
  heldForAll: 0,
  notDelivered: 2,
  snoozed: 1,
}
const HEARTBEAT_MS = 3_000
/** The seq of all canned answers. */
const READ_AT = 100

/** A change that the relay sends after the readings of the entry. */
export interface News {
  readonly type: string
  readonly data: object
}

/** A running connection whose relay confirms everything, and sends these news once. */
export function runningLive(news: readonly News[] = []): LiveActor {
  const head = READ_AT + news.length
  const place = { organizationId: cedar._id, epoch: EPOCH }
  const events = news.map((one, index) => ({
    ...{ seq: READ_AT + index + 1, at: now.toISOString(), key: `news ${index}`, counts },
    ...{ ...place, ...one, audience: 'organization' as const },
  }))
  const relay = fromCallback<ToSocket, { freshToken: boolean }>(({ sendBack, receive }) => {
    const say = (message: FromSocket) => sendBack(message)
    receive((asked) => {
      if (asked.type !== 'subscribe') return
      const reply = { ok: true as const, epoch: EPOCH, head: READ_AT, counts, resync: true as const }
      say({ type: 'relay.subscribed', ask: asked.ask, reply })
      if (events.length > 0) say({ type: 'relay.events', frame: { ...place, from: READ_AT, to: head, counts, events } })
    })
    const stopBeating = every(HEARTBEAT_MS, () => say({ type: 'relay.head', head: { ...place, head } }))
    queueMicrotask(() => say({ type: 'socket.connected' }))
    return stopBeating
  })
  const machine = liveMachine.provide({
    actors: { socket: relay, browser: fromCallback(() => undefined), checkSession: fromPromise(async () => true) },
  })
  return createActor(machine, { input }).start()
}
