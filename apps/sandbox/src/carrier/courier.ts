/**
 * Posts the carrier's signed webhooks. One line each phone or text: what was handed over first arrives first. While nobody
 * answers, or with 5xx, it is tried again; a real carrier gives up sooner, but here nothing that was typed into a
 * phone may be lost because the clinic's software was being restarted.
 */
import { backoffMs } from '@foyer/contracts/backoff.rules.ts'
import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js'
import type { Timers } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { SandboxLog } from '../log.ts'
import { reachable } from '../reachable.ts'

export interface Courier {
  /** Resolves once it was answered with anything but 5xx or 429; never, when a reset came first. */
  deliver(line: string, url: string, parameters: Readonly<Record<string, string>>): Promise<'taken' | 'refused'>
  /** Drops what is under way. */
  clear(): void
}

const ANSWER_MS = 15_000
const RETRIES = { firstMs: 250, mostMs: 5_000 }

interface CourierDependencies {
  readonly config: SandboxConfig
  readonly timers: Timers
  readonly log: SandboxLog
}

interface Parcel {
  readonly url: string
  readonly parameters: Readonly<Record<string, string>>
  /** Ends with a reset. */
  readonly signal: AbortSignal
}

export function createCourier(parts: CourierDependencies): Courier {
  const lines = new Map<string, Promise<unknown>>()
  let life = new AbortController()
  return {
    deliver(line, url, parameters) {
      const parcel = { url, parameters, signal: life.signal }
      const before = lines.get(line) ?? Promise.resolve()
      const delivered = before.then(() => untilAnswered(parcel, parts))
      lines.set(line, delivered)
      const forget = () => {
        if (lines.get(line) === delivered) lines.delete(line)
      }
      delivered.then(forget, forget)
      return delivered
    },
    clear() {
      life.abort()
      life = new AbortController()
      lines.clear()
    },
  }
}

async function untilAnswered(parcel: Parcel, parts: CourierDependencies): Promise<'taken' | 'refused'> {
  for (let tried = 1; ; tried++) {
    const status = parcel.signal.aborted ? null : await post(parcel, parts.config)
    if (parcel.signal.aborted) return never
    if (status !== null && status < 500 && status !== 429) {
      const isTaken = status >= 200 && status < 300
      if (!isTaken) parts.log.warn({ status, path: new URL(parcel.url).pathname }, 'a webhook was refused')
      return isTaken ? 'taken' : 'refused'
    }
    await new Promise<void>((resolve) => parts.timers.after(backoffMs(RETRIES, tried), resolve))
  }
}

/** Null where nobody answered. */
async function post({ url, parameters, signal }: Parcel, config: SandboxConfig): Promise<number | null> {
  const signature = twilioWebhooks.getExpectedTwilioSignature(config.authToken, url, { ...parameters })
  try {
    const answer = await fetch(reachable(url, config), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'X-Twilio-Signature': signature, 'User-Agent': 'TwilioProxy/1.1' },
      body: new URLSearchParams({ ...parameters }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null
  }
}

/** A delivery that a reset interrupts never resolves. */
const never = new Promise<never>(() => undefined)
