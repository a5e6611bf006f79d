/**
 * Subscribes a client to an organization and to topics within it.
 *
 * The client joins the fan-out before the log is read. Events appended during the read are kept and follow the
 * answer, so none is lost in between.
 */
import type { Pulse, Received, Subscribed, Watch, Watched } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import { type Clock, within } from '../clock.ts'
import type { EventLog } from '../log/event-log.ts'
import type { Metrics } from '../metrics.ts'
import { answerOf } from './answer.rules.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import type { Organizations } from './organizations.ts'
import type { RelaySocket, Subscription } from './socket.ts'

interface Dependencies {
  readonly organizations: Organizations
  readonly log: EventLog
  readonly clock: Clock
  readonly metrics: Metrics
  readonly maxUnsentBytes: number
  readerOf(socket: RelaySocket): Reader
  random(): number
  /** Called before the socket subscribes elsewhere and when it disconnects. */
  onLeave(socket: RelaySocket): void
  onWatch(subscription: Subscription, topic: Topic): void
}

/**
 * After that the browser retries. While thousands of clients return, a first load takes more than a second, because the
 * process serves their handshakes meanwhile; a client that retries costs more than one that waits.
 */
const WAIT_MS = 3_000
const WATCHED_MAX = 50

export function createSubscriptions(parts: Dependencies) {
  const { organizations, log, clock, metrics, maxUnsentBytes, readerOf, random, onLeave, onWatch } = parts
  /** The delay is random, so that the clients that wait for one log don't all retry at once. */
  const unavailable = () => ({ reply: refused('unavailable', 500 + Math.floor(random() * 1_000)) })
  const forbidden = { reply: refused('forbidden') }

  function leave(socket: RelaySocket): void {
    const { subscription } = socket.data
    if (!subscription) return
    subscription.fanOut.leave(socket.id)
    socket.data.subscription = null
    onLeave(socket)
  }

  function opened(organizationId: string) {
    return within(
      clock,
      WAIT_MS,
      organizations.open(organizationId).catch(() => undefined),
    )
  }

  async function subscribe(socket: RelaySocket, message: Received<'subscribe'>): Promise<Answer<Subscribed>> {
    leave(socket)
    const { organizationId, epoch, after, topics } = message
    if (!isMember(socket, organizationId)) return forbidden
    // Answers bypass the fan-out's check of unsent bytes and could pile up for a client that doesn't read.
    const reader = readerOf(socket)
    if (reader.unsentBytes() > maxUnsentBytes) return unavailable()
    const fanOut = organizations.enter(organizationId) ?? (await opened(organizationId))
    // A socket that disconnected in the meantime must not join: nothing would remove it again.
    if (!fanOut || !socket.connected) return unavailable()
    const member = fanOut.join(reader, topics)
    socket.data.subscription = { organizationId, fanOut, member }
    const read = await log.readAfter(organizationId, { epoch, after }).catch(() => null)
    if (!read || socket.data.subscription?.member !== member) {
      leave(socket)
      return unavailable()
    }
    return { reply: counted(answerOf(read, member)), afterwards: () => fanOut.settle(member, read) }
  }

  function counted(reply: Extract<Subscribed, { ok: true }>): Subscribed {
    if ('resync' in reply) metrics.resyncs.inc()
    else metrics.replayed.inc(reply.events.length)
    return reply
  }

  function watch(socket: RelaySocket, { organizationId, topic }: Watch): Answer<Watched> {
    const subscription = subscriptionTo(socket, organizationId)
    if (!subscription) return forbidden
    const { watched } = subscription.member
    if (watched.size >= WATCHED_MAX && !watched.has(topic)) return { reply: refused('rate_limited') }
    watched.add(topic)
    return {
      reply: { ok: true, ...subscription.fanOut.positionOf(subscription.member) },
      afterwards: () => onWatch(subscription, topic),
    }
  }

  function unwatch(socket: RelaySocket, { organizationId, topic }: Watch): Answer<Watched> {
    const subscription = subscriptionTo(socket, organizationId)
    if (!subscription) return forbidden
    subscription.member.watched.delete(topic)
    return { reply: { ok: true, ...subscription.fanOut.positionOf(subscription.member) } }
  }

  function pulse(socket: RelaySocket, { organizationId }: Pulse): Answer<Watched> {
    const subscription = subscriptionTo(socket, organizationId)
    if (!subscription) return forbidden
    const { head } = subscription.fanOut
    return head ? { reply: { ok: true, epoch: head.epoch, head: head.head } } : unavailable()
  }

  return { subscribe, watch, unwatch, pulse, leave }
}

/** The socket's subscription, when it is to this organization. */
export function subscriptionTo(socket: RelaySocket, organizationId: string): Subscription | null {
  const { subscription } = socket.data
  return subscription?.organizationId === organizationId ? subscription : null
}

function isMember(socket: RelaySocket, organizationId: string): boolean {
  return socket.data.claims.organizations.includes(organizationId)
}
