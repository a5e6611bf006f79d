/** What the processes of the fan-out benchmark say to one another, and the updates that all three servers send. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'

export const ORGANIZATION = 'org_bench'
export const EPOCH = 'epoch-bench'
export const KEY_ID = 'bench'

/** A plain `ws` loop, Socket.IO's own broadcast (its first request kept or released), and the relay. */
export type Kind = 'ws' | 'socket.io' | 'socket.io, request released' | 'relay'

/** As the relay's `main.ts` has it. */
export const BACKLOG = 4_096

/** Sends updates to everyone. */
export type Give = (updates: readonly Envelope[]) => void

/** How a server is started. */
export interface Serve {
  readonly kind: Kind
  /** 0: any. */
  readonly port: number
  /** For the relay: the API's key, where its log begins, its settings, and another's API instead of its own. */
  readonly publicKey: object
  readonly head: number
  readonly env: Readonly<Record<string, string>>
}

export interface Serving {
  readonly port: number
  /** Each byte that is written there is a number of updates to send. */
  readonly controlPort: number
}

/** Asked of a server while it runs. `keys`: over how many conversations the updates go in turn. */
export type AskServer =
  | { readonly ask: 'usage' }
  | { readonly ask: 'idle' }
  | { readonly ask: 'keys'; readonly keys: number }

export interface Usage {
  /** Processor time, in microseconds. */
  readonly cpu: number
  /** After a garbage collection, where `idle` was asked. */
  readonly bytes: number
}

/** Asked of the load client, one at a time. */
export type AskLoad =
  | ({
      readonly ask: 'open'
      readonly name: string
      readonly kind: Kind
      readonly count: number
      readonly after?: number
      /** In a storm, and not some after the others. */
      readonly isAtOnce?: boolean
    } & Serving)
  | { readonly ask: 'outstanding'; readonly name: string; readonly outstanding: number; readonly forMs: number }
  | { readonly ask: 'pace'; readonly name: string; readonly perSecond: number; readonly forMs: number }
  | { readonly ask: 'added'; readonly near: string; readonly far: string; readonly updates: number }
  | { readonly ask: 'check'; readonly tokens: number }
  | { readonly ask: 'close'; readonly name: string }

export interface Opened {
  readonly ms: number
  /** What the answers to the subscriptions said, the lowest. */
  readonly head: number
}

export interface Driven {
  readonly updates: number
  readonly deliveries: number
  readonly ms: number
  /** From the moment that an update was asked for until a subscriber had it, in milliseconds; some of the deliveries. */
  readonly samples: readonly number[]
  /** Processor time of the load client, as a share of the time. */
  readonly busy: number
}

export async function ask<Answer>(child: ChildProcess, message: Serve | AskServer | AskLoad | object): Promise<Answer> {
  const over = new AbortController()
  const answered = once(child, 'message', over)
  const ended = once(child, 'exit', over).then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)))
  for (const one of [answered, ended]) one.catch(() => {})
  child.send(message)
  const [answer] = await Promise.race([answered, ended])
  over.abort()
  if (typeof answer === 'object' && answer !== null && 'failed' in answer) throw new Error(String(answer.failed))
  return answer as Answer
}

const BYTES = 400

/** The same for all servers: as JSON exactly 400 bytes. */
export function updateAt(seq: number, keys: number): Envelope {
  const update = {
    ...{ epoch: EPOCH, organizationId: ORGANIZATION, seq, type: 'conversation.changed' },
    ...{ key: `con_${seq % keys}`, audience: 'organization' as const, at: '2026-11-17T15:00:00.000Z' },
    ...{ counts: noCounts, data: { text: '' } },
  }
  update.data.text = 'x'.repeat(BYTES - JSON.stringify(update).length)
  return update
}
