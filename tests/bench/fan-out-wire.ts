/** The messages between the processes of the fan-out benchmark, and the updates that all three servers send. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'

export const ORGANIZATION = 'org_bench'
export const EPOCH = 'epoch-bench'
export const KEY_ID = 'bench'

/** A plain `ws` loop, Socket.IO's own broadcast (its first request kept or released), and the relay. */
export type Kind = 'ws' | 'socket.io' | 'socket.io, request released' | 'relay'

/** The same as in the relay's `main.ts`. */
export const BACKLOG = 4_096

/** Sends updates to all subscribers. */
export type SendUpdates = (updates: readonly Envelope[]) => void

/** The parameters of a server. */
export interface Serve {
  readonly kind: Kind
  /** 0 means any port. */
  readonly port: number
  /** For the relay: the API's key, the start of its log, its settings, and another API instead of its own. */
  readonly publicKey: object
  readonly head: number
  readonly env: Readonly<Record<string, string>>
}

export interface Serving {
  readonly port: number
  /** Each byte written to this port is a number of updates to send. */
  readonly controlPort: number
}

/** Requests to a running server. `keys`: the number of conversations that the updates rotate over. */
export type AskServer =
  | { readonly ask: 'usage' }
  | { readonly ask: 'idle' }
  | { readonly ask: 'keys'; readonly keys: number }

export interface Usage {
  /** CPU time in microseconds. */
  readonly cpu: number
  /** Measured after a garbage collection if `idle` was requested. */
  readonly bytes: number
}

/** Requests to the load client, one at a time. */
export type AskLoad =
  | ({
      readonly ask: 'open'
      readonly name: string
      readonly kind: Kind
      readonly count: number
      readonly after?: number
      /** All connect at once, and not in groups. */
      readonly isAtOnce?: boolean
      /** False for clients that present no ticket, although they have one. */
      readonly hasTickets?: boolean
    } & Serving)
  /** Requests updates for `forMs`, with at most `outstanding` of them undelivered. */
  | { readonly ask: 'outstanding'; readonly name: string; readonly outstanding: number; readonly forMs: number }
  /** Requests `perSecond` updates a second for `forMs`. */
  | { readonly ask: 'pace'; readonly name: string; readonly perSecond: number; readonly forMs: number }
  /** Measures how much later the `far` subscribers receive an update than the `near` ones. */
  | { readonly ask: 'added'; readonly near: string; readonly far: string; readonly updates: number }
  /** Measures the verification of that many token signatures. */
  | { readonly ask: 'check'; readonly tokens: number }
  | { readonly ask: 'close'; readonly name: string }

export interface Opened {
  readonly ms: number
  /** The lowest head in the answers to the subscriptions. */
  readonly head: number
}

export interface Driven {
  readonly updates: number
  readonly deliveries: number
  readonly ms: number
  /** Milliseconds from requesting an update until a subscriber has it; a sample of the deliveries. */
  readonly samples: readonly number[]
  /** The load client's CPU time, as a share of the elapsed time. */
  readonly busy: number
}

export async function ask<Answer>(child: ChildProcess, message: Serve | AskServer | AskLoad | object): Promise<Answer> {
  const over = new AbortController()
  const answered = once(child, 'message', over)
  const ended = once(child, 'exit', over).then(([code]) => Promise.reject(new Error(`The process ended with ${code}.`)))
  for (const one of [answered, ended]) one.catch(() => {})
  child.send(message)
  const [answer] = await Promise.race([answered, ended])
  over.abort()
  if (typeof answer === 'object' && answer !== null && 'failed' in answer) throw new Error(String(answer.failed))
  return answer as Answer
}

const BYTES = 400

/** The same update for all servers: exactly 400 bytes as JSON. */
export function updateAt(seq: number, keys: number): Envelope {
  const update = {
    ...{ epoch: EPOCH, organizationId: ORGANIZATION, seq, type: 'conversation.changed' },
    ...{ key: `con_${seq % keys}`, audience: 'organization' as const, at: '2026-11-17T15:00:00.000Z' },
    ...{ counts: noCounts, data: { text: '' } },
  }
  update.data.text = 'x'.repeat(BYTES - JSON.stringify(update).length)
  return update
}
