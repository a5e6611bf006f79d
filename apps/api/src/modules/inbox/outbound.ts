/**
 * The worker that takes texts to the carrier. The queue is a table of ours, leased row by row: the message's own row says
 * how far it is, one more queue beside it would be a second truth; order within a conversation and "ask before sending
 * again" need that row's lock anyhow; and an insert under row-level security as foyer_app is an insert like any other.
 */
import { Counter } from 'prom-client'
import { createSmsGateway, type SmsGateway } from '../../gateways/sms.ts'
import type { Parts } from '../../parts.ts'
import { retryDelayMs } from './delivery.rules.ts'
import { handOver } from './hand-over.ts'
import { type LeasedText, leaseTexts, releaseLease } from './outbound.store.ts'

/** Longer than a look-up, a call and two commits may take together; the call must begin while so much is left. */
const LEASE_S = 45
const CALL_S = 15
const AT_ONCE = 8

export interface OutboundOptions {
  readonly gateway?: SmsGateway
  /** How often to look without being woken: for what is due again, and for what other processes keep. */
  readonly pollMs?: number
}

export function startOutbound(parts: Parts, options: OutboundOptions = {}): { stop(): Promise<void> } {
  const { database, log, doorbell } = parts
  const { pollMs = 1000, gateway = createSmsGateway(parts.config.twilio) } = options
  const worker = parts.newId()
  const outcomes = new Counter({
    name: 'foyer_texts_handed_over_total',
    help: 'What came of taking a text to the carrier',
    labelNames: ['outcome'],
    registers: [parts.metrics],
  })
  const underWay = new Set<Promise<void>>()
  let isStopped = false
  let pumping: Promise<void> | null = null
  let isWanted = false

  async function take(text: LeasedText, mayCall: () => boolean): Promise<void> {
    try {
      outcomes.inc({ outcome: await handOver({ ...parts, gateway, worker, mayCall }, text) })
    } catch (error) {
      outcomes.inc({ outcome: 'error' })
      log.error({ err: error, messageId: text.messageId }, 'a text was not handed over')
      await giveBack(text)
    }
  }

  /** Nobody is at it any more, so nobody need wait for the lease to run out; if it was handed over, the next one looks first. */
  async function giveBack(text: LeasedText): Promise<void> {
    const delayMs = retryDelayMs(text.attempts, { isUnknown: false })
    const handedDelayMs = retryDelayMs(text.attempts, { isUnknown: true })
    await database
      .system((tx) => releaseLease(tx, text, { worker, delayMs, handedDelayMs }))
      .catch((error: unknown) => log.warn({ err: error }, 'a lease was not given back and has to run out'))
  }

  async function pump(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      const limit = AT_ONCE - underWay.size
      if (limit === 0) return
      const latest = performance.now() + (LEASE_S - CALL_S) * 1000
      const mayCall = () => performance.now() < latest
      const texts = await database.system((tx) => leaseTexts(tx, { worker, limit, leaseS: LEASE_S }))
      for (const text of texts) {
        const taken: Promise<void> = take(text, mayCall).finally(() => {
          underWay.delete(taken)
          wake()
        })
        underWay.add(taken)
      }
    }
  }

  /** Cheap: while it is at it, being woken means to look once more. */
  function wake(): void {
    isWanted = true
    if (isStopped || pumping !== null) return
    pumping = pump()
      .catch((error: unknown) => log.warn({ err: error }, 'the texts to send could not be read'))
      .finally(() => {
        pumping = null
        if (isWanted) wake()
      })
  }

  const silence = doorbell.onRing(wake)
  const timer = setInterval(wake, pollMs)
  wake()

  return {
    async stop() {
      isStopped = true
      silence()
      clearInterval(timer)
      await pumping
      await Promise.all(underWay)
    },
  }
}
