/** The ways through the whole product: from a patient's text to the screens, and from a reply to the carrier. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import { io, type Socket } from 'socket.io-client'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { atPace, type Called, nextRequest, numberIn } from './calls-load.ts'
import type { CallsWorld } from './calls-world.ts'
import { type Connection, openConnections } from './lean-client.ts'
import { median, ms, quantile, type Row } from './statistics.ts'

const SCREENS = 5
const PER_SECOND = 300
const MOST_MS = 100
/** The longest wait for the last frames. */
const LATE_MS = 10_000
const REPLIES = 60

/** Offers texts at a steady pace, whether or not those before are answered; a refused text is not offered again. */
export async function measureScreens(world: CallsWorld, text: Called, seconds: number): Promise<Row[]> {
  const arrivals = createArrivals({ screens: SCREENS, senders: text.conversations })
  const screens = await Promise.all(Array.from({ length: SCREENS }, (_, index) => openScreen(world, arrivals, index)))
  const free = await openConnections(world.product.url, PER_SECOND / 4)
  const all = new Set(free)
  const offered = PER_SECOND * seconds
  const refusals: Promise<boolean>[] = []
  await atPace({ perSecond: PER_SECOND, calls: offered }, () => {
    refusals.push(offer(world, text, { free, all, arrivals }))
  })
  const refused = (await Promise.all(refusals)).filter((isRefused) => isRefused).length
  for (const late = performance.now() + LATE_MS; arrivals.missing() > 0 && performance.now() < late; ) await pause(50)
  for (const screen of screens) screen.disconnect()
  for (const connection of all) connection.close()
  const missing = arrivals.missing()
  if (missing > 0) throw new Error(`${missing} frames of accepted texts did not arrive.`)
  const delays = arrivals.delays()
  const p99 = quantile(delays, 0.99)
  const share = (100 * refused) / offered
  return [
    {
      what: `${PER_SECOND} texts/s of one organization, accepted → frame, p99`,
      ...{ figure: ms(p99), baseline: `p50 ${ms(median(delays))}` },
      ...{ aim: `under ${MOST_MS} ms`, isMissed: !(p99 < MOST_MS) },
    },
    {
      ...{ what: '… refused (503)', figure: `${share.toFixed(1)} %`, baseline: `${refused} of ${offered}` },
      ...{ aim: 'none', isMissed: refused > 0 },
    },
  ]
}

interface Offering {
  /** The connections without a request; another one is opened when there is none. */
  readonly free: Connection[]
  readonly all: Set<Connection>
  readonly arrivals: Arrivals
}

/** Returns whether the text was refused. */
async function offer({ product }: CallsWorld, text: Called, { free, all, arrivals }: Offering): Promise<boolean> {
  const [connection] = free.length > 0 ? free.splice(-1) : await openConnections(product.url, 1)
  if (!connection) throw new Error('No connection was opened.')
  all.add(connection)
  const { number, request } = nextRequest(text, product)
  const { status } = await connection.send(request)
  free.push(connection)
  if (status === 200) arrivals.accepted(number, performance.now())
  else if (status !== 503) throw new Error(`A text was answered ${status}.`)
  return status === 503
}

export async function openScreen(
  { relayUrl, member, organizationId }: CallsWorld,
  arrivals: Arrivals,
  index: number,
): Promise<Socket> {
  const auth = { token: member.token }
  const screen: Socket<RelayToClient, ClientToRelay> = io(relayUrl, { auth, transports: ['websocket'], forceNew: true })
  screen.on('events', ({ events }) => {
    const now = performance.now()
    for (const { data } of events) {
      const { lastMessage } = data as { lastMessage?: string }
      const number = lastMessage === undefined ? null : numberIn(lastMessage)
      if (number !== null) arrivals.heard(index, number, now)
    }
  })
  await once(screen as never, 'connect')
  const answer = await screen.timeout(LATE_MS).emitWithAck('subscribe', { organizationId })
  if (!answer.ok) throw new Error(`Not subscribed: ${answer.code}`)
  return screen as unknown as Socket
}

/** Sends replies one after another and measures from the call to the carrier's request. */
export async function measureReplies({ member, organizationId, nextSending }: CallsWorld): Promise<Row> {
  const { data } = await member.call('conversations', { query: { organizationId, status: ['open'], limit: 100 } })
  const answered: number[] = []
  const sent: number[] = []
  for (let reply = 0; reply < REPLIES; reply++) {
    const conversationId = data[reply % data.length]?.id ?? ''
    const { asOf } = await member.call('conversation', { query: { organizationId, conversationId } })
    const sending = nextSending()
    const began = performance.now()
    await member.call('sendMessage', {
      body: { organizationId, conversationId, message: `Of course, see you then. ${reply}`, seenVersion: asOf },
      key: `reply ${reply}`,
    })
    answered.push(performance.now() - began)
    sent.push((await sending) - began)
  }
  return {
    ...{ what: "reply, from the call to the carrier's request, p50", figure: ms(median(sent)) },
    ...{ baseline: `answered ${ms(median(answered))}`, aim: 'a third of the one in docs/performance.md' },
  }
}
