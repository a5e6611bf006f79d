/**
 * The load client of the fan-out benchmark, in its own process: all subscribers, and the control connection that
 * requests updates.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { AUDIENCE, ISSUER } from '@foyer/contracts/session/user.ts'
import { Subscriber } from './fan-out-subscriber.ts'
import { type AskLoad, type Driven, KEY_ID, type Opened, ORGANIZATION } from './fan-out-wire.ts'

interface Crowd {
  readonly subscribers: Subscriber[]
  readonly control: Socket
  receive(from: number, to: number): void
}

const crowds = new Map<string, Crowd>()
const tokens: string[] = []
/** The relay's tickets for these tokens, by their index. Every relay of a run has the same secret. */
const tickets: string[] = []
let privateKey: KeyObject | null = null

process.on('disconnect', () => process.exit(0))
process.once('message', (pem: string) => {
  privateKey = createPrivateKey(pem)
  process.on('message', (message: AskLoad) => {
    handle(message).then(
      (answer) => process.send?.(answer),
      (error: Error) => process.send?.({ failed: error.message }),
    )
  })
  process.send?.({})
})

async function handle(message: AskLoad): Promise<object> {
  if (message.ask === 'open') return open(message)
  if (message.ask === 'added') return added(crowdOf(message.near), crowdOf(message.far), message.updates)
  if (message.ask === 'check') return check(message.tokens)
  const crowd = crowdOf(message.name)
  if (message.ask === 'outstanding') return drive(crowd, message.forMs, message)
  if (message.ask === 'pace') return drive(crowd, message.forMs, message)
  for (const subscriber of crowd.subscribers) subscriber.close()
  crowd.control.destroy()
  crowds.delete(message.name)
  return {}
}

/** The number of simultaneous connects, unless all connect at once. */
const TOGETHER = 50

async function open({
  name,
  kind,
  port,
  controlPort,
  count,
  after,
  isAtOnce,
  hasTickets = true,
}: AskLoad & { ask: 'open' }): Promise<Opened> {
  while (tokens.length < count) tokens.push(tokenOf(tokens.length))
  const control = connect({ port: controlPort, host: '127.0.0.1' })
  control.setNoDelay()
  await new Promise((resolve) => control.once('connect', resolve))
  const failed = Promise.withResolvers<never>()
  const crowd: Crowd = { subscribers: [], control, receive: () => {} }
  const began = performance.now()
  for (let index = 0; index < count; index++) {
    const receive = (from: number, to: number) => crowd.receive(from, to)
    const token = tokens[index] ?? ''
    const ticket = hasTickets ? tickets[index] : undefined
    const keep = (given: string) => {
      tickets[index] = given
    }
    const subscriber = new Subscriber({ kind, port, token, ticket, after, receive, keep, failed: failed.reject })
    crowd.subscribers.push(subscriber)
    if (!isAtOnce && index % TOGETHER === 0) await Promise.race([failed.promise, subscriber.opened])
  }
  await Promise.race([failed.promise, Promise.all(crowd.subscribers.map(({ opened }) => opened))])
  const ms = performance.now() - began
  failed.promise.catch((error: Error) => {
    console.error(error)
    process.exit(1)
  })
  crowds.set(name, crowd)
  return { ms, head: Math.min(...crowd.subscribers.map(({ position }) => position)) }
}

/** The maximum number of samples per drive. */
const SAMPLES = 20_000

/**
 * Requests updates for a while, with a limit of outstanding ones or at a fixed rate; then waits until all subscribers
 * have all.
 */
function drive(crowd: Crowd, forMs: number, how: { outstanding: number } | { perSecond: number }): Promise<Driven> {
  const { subscribers, control } = crowd
  const base = subscribers[0]?.position ?? 0
  const askedAt: number[] = []
  const heardBy: number[] = []
  const all: number[] = []
  const isPaced = 'perSecond' in how
  const cpu = process.cpuUsage()
  const began = performance.now()
  const done = Promise.withResolvers<Driven>()
  let complete = 0
  let isOver = false

  const request = (count: number) => {
    const now = performance.now()
    for (let index = 0; index < count; index++) {
      askedAt.push(now)
      heardBy.push(0)
    }
    for (let left = count; left > 0; left -= 255) control.write(Buffer.of(Math.min(left, 255)))
  }
  const finish = () => {
    const ms = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    const step = Math.max(1, Math.ceil(all.length / SAMPLES))
    const samples = all.filter((_, index) => index % step === 0)
    crowd.receive = () => {}
    done.resolve({
      updates: complete,
      deliveries: complete * subscribers.length,
      ms,
      samples,
      busy: (user + system) / 1_000 / ms,
    })
  }
  crowd.receive = (from, to) => {
    const now = isPaced ? performance.now() : 0
    let completed = 0
    for (let index = from - base; index < to - base; index++) {
      if (isPaced) all.push(now - (askedAt[index] ?? 0))
      const heard = (heardBy[index] ?? 0) + 1
      heardBy[index] = heard
      if (heard === subscribers.length) completed += 1
    }
    if (completed === 0) return
    complete += completed
    if (!isPaced && performance.now() - began < forMs) request(completed)
    else if (complete === askedAt.length && (isOver || !isPaced)) finish()
  }
  if (!isPaced) {
    request(how.outstanding)
    return done.promise
  }
  const step = () => {
    const now = performance.now() - began
    const due = Math.floor((Math.min(now, forMs) * how.perSecond) / 1_000) + 1 - askedAt.length
    if (now >= forMs) {
      isOver = true
      if (complete === askedAt.length) finish()
      return
    }
    if (due > 0) request(due)
    const nextAt = (askedAt.length * 1_000) / how.perSecond
    setTimeout(step, Math.max(1, Math.min(nextAt, forMs) - (performance.now() - began)))
  }
  step()
  return done.promise
}

/** Sends one update at a time, and measures how much later the far subscriber has it than the near one. */
async function added(near: Crowd, far: Crowd, updates: number): Promise<Driven> {
  const samples: number[] = []
  const began = performance.now()
  for (let update = 0; update < updates; update++) {
    const [atNear, atFar] = [near, far].map(
      (crowd) =>
        new Promise<number>((resolve) => {
          crowd.receive = () => resolve(performance.now())
        }),
    )
    near.control.write(Buffer.of(1))
    samples.push(((await atFar) ?? 0) - ((await atNear) ?? 0))
    // A pause before each update, so that each is the first after a quiet period.
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  return { updates, deliveries: 2 * updates, ms: performance.now() - began, samples, busy: 0 }
}

function crowdOf(name: string): Crowd {
  const crowd = crowds.get(name)
  if (!crowd) throw new Error(`${name} has no subscribers.`)
  return crowd
}

function check(count: number): { ms: number } {
  if (!privateKey) throw new Error('There is no key.')
  const publicKey = createPublicKey(privateKey)
  const began = performance.now()
  for (const token of tokens.slice(0, count)) {
    const dot = token.lastIndexOf('.')
    const isGood = verify(
      null,
      Buffer.from(token.slice(0, dot)),
      publicKey,
      Buffer.from(token.slice(dot + 1), 'base64url'),
    )
    if (!isGood) throw new Error('A signature is not good.')
  }
  return { ms: performance.now() - began }
}

/** Every subscriber has another user and session. */
function tokenOf(index: number): string {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = {
    ...{ iss: ISSUER, aud: AUDIENCE, sub: `usr_${index}`, sid: `ses_${index}`, organizations: [ORGANIZATION] },
    ...{ iat, exp: iat + 3_600 },
  }
  const text = [{ alg: 'EdDSA', kid: KEY_ID }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  if (!privateKey) throw new Error('There is no key.')
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}
