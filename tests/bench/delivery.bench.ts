/**
 * Measures the time from the carrier's text to the frame on 100 screens, at 20 texts a second: the webhook is signed
 * and posted, stored with its event, dispatched to the relay and pushed. The baseline is a bare Socket.IO server that
 * echoes to as many sockets at the same pace, in alternating rounds.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SANDBOX_TWILIO } from '@foyer/api/config/config.ts'
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import { io, type Socket } from 'socket.io-client'
import { postText } from '../support/carrier-text.ts'
import { signIn } from '../support/member.ts'
import { CLINIC_NUMBERS, createWorldOnDisk } from '../support/world.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const SOCKETS = 100
const ROUND = { words: 100, perSecond: 20 }
const ROUNDS = 3

/** Sends one word; resolves to the time when it was accepted, or undefined if the server accepts nothing. */
type Say = (word: string) => Promise<number | undefined>

export interface Samples {
  /** The time from sending the word to each socket's frame. */
  readonly heard: number[]
  /** The time from the acceptance; 0 for a frame that arrived before the acceptance. */
  readonly afterAccepted: number[]
}

export async function benchDelivery(): Promise<Row[]> {
  const world = await createWorldOnDisk({ RELAY_MAX_SOCKETS_PER_USER: String(SOCKETS + 10), LOG_LEVEL: 'error' })
  const echo = fork(fileURLToPath(import.meta.resolve('./echo-server.ts')))
  try {
    const [echoPort] = (await once(echo, 'message')) as [number]
    const ours: Samples = { heard: [], afterAccepted: [] }
    const theirs: Samples = { heard: [], afterAccepted: [] }
    const inbox = await connectToRelay(world.url, SOCKETS)
    const bare = await connectToEcho(`http://127.0.0.1:${echoPort}`)
    await run(inbox, { ...ROUND, words: 20, prefix: 'warm' }, { heard: [], afterAccepted: [] })
    await run(bare, { ...ROUND, words: 20, prefix: 'warm' }, { heard: [], afterAccepted: [] })
    for (let round = 0; round < ROUNDS; round++) {
      await run(inbox, { ...ROUND, prefix: `round ${round}` }, ours)
      await run(bare, { ...ROUND, prefix: `round ${round}` }, theirs)
    }
    for (const { sockets } of [inbox, bare]) for (const socket of sockets) socket.disconnect()
    return [
      row('posted → frame, p50', ours.heard, theirs.heard, 0.5),
      row('posted → frame, p99', ours.heard, theirs.heard, 0.99),
      row('accepted → frame, p50', ours.afterAccepted, theirs.heard, 0.5),
      row('accepted → frame, p99', ours.afterAccepted, theirs.heard, 0.99),
    ]
  } finally {
    echo.kill()
    await world.stop()
  }
}

function row(what: string, ours: number[], theirs: number[], share: number): Row {
  const [mine, bare] = [quantile(ours, share), quantile(theirs, share)]
  return { what, figure: ms(mine), baseline: `echo ${ms(bare)}`, ratio: ratio(mine, bare) }
}

export interface Line {
  say: Say
  readonly sockets: Socket[]
  /** Called for each word and each socket that receives it. */
  onHeard: (word: string) => void
}

interface Pace {
  readonly words: number
  readonly perSecond: number
  /** The prefix of the words. */
  readonly prefix: string
}

export async function run(line: Line, { words, perSecond, prefix }: Pace, samples: Samples): Promise<void> {
  const screens = line.sockets.length

  const said = new Map<string, { at: number; accepted?: number; heard: number[] }>()
  let missing = words * screens
  let finish: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    finish = resolve
  })
  line.onHeard = (word) => {
    const one = said.get(word)
    if (!one) return
    one.heard.push(performance.now())
    missing -= 1
    if (missing === 0) finish()
  }
  const accepted: Promise<void>[] = []
  const began = performance.now()
  for (let index = 0; index < words; index++) {
    const word = `${prefix} word ${index}`
    const one: { at: number; accepted?: number; heard: number[] } = { at: performance.now(), heard: [] }
    said.set(word, one)
    accepted.push(
      line.say(word).then((at) => {
        if (at !== undefined) one.accepted = at
      }),
    )
    const nextAt = began + ((index + 1) * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextAt - performance.now())))
  }
  await Promise.all(accepted)
  const late = setTimeout(() => finish(), 10_000)
  await all
  clearTimeout(late)
  if (missing > 0) throw new Error(`${missing} of ${words * screens} frames did not arrive`)
  for (const { at, accepted, heard } of said.values()) {
    for (const time of heard) {
      samples.heard.push(time - at)
      if (accepted !== undefined) samples.afterAccepted.push(Math.max(0, time - accepted))
    }
  }
}

export async function connectToRelay(url: string, screens: number): Promise<Line> {
  const lena = await signIn(url, 'lena@demo.test')
  const sockets: Socket<RelayToClient, ClientToRelay>[] = []
  const line: Line = {
    sockets: sockets as unknown as Socket[],
    onHeard: () => undefined,
    say: async (word) => {
      // Each text has its own phone number, so that conflation has nothing to merge.
      const from = `+1512556${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
      const answer = await postText(url, SANDBOX_TWILIO.authToken, { from, to: CLINIC_NUMBERS.org_cedar, body: word })
      if (!answer.ok) throw new Error(`The text was refused: ${answer.status}`)
      return performance.now()
    },
  }
  for (let index = 0; index < screens; index++) {
    const socket: Socket<RelayToClient, ClientToRelay> = io(url, {
      auth: { token: lena.token },
      transports: ['websocket'],
      forceNew: true,
    })
    sockets.push(socket)
    socket.on('events', ({ events }) => {
      for (const { data } of events) {
        const { lastMessage } = data as { lastMessage?: string }
        if (lastMessage) line.onHeard(lastMessage)
      }
    })
    await once(socket as never, 'connect')
    const answer = await socket.timeout(10_000).emitWithAck('subscribe', { organizationId: 'org_cedar' })
    if (!answer.ok) throw new Error(`Not subscribed: ${answer.code}`)
  }
  return line
}

async function connectToEcho(url: string): Promise<Line> {
  const sockets = Array.from({ length: SOCKETS }, () => io(url, { transports: ['websocket'], forceNew: true }))
  const line: Line = {
    sockets,
    onHeard: () => undefined,
    say: async (word) => {
      sockets[0]?.emit('say', { lastMessage: word, padding: 'x'.repeat(900) })
      return undefined
    },
  }
  for (const socket of sockets) {
    socket.on('said', ({ lastMessage }: { lastMessage: string }) => line.onHeard(lastMessage))
    if (!socket.connected) await once(socket as never, 'connect')
  }
  return line
}
