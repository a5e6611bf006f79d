/**
 * A carrier brings a text once, perhaps twice, and then keeps it. So everything that it took for a clinic's number is looked
 * through again: at the start, when the store was away, and every two minutes. Each organization's look is leased, so that
 * several processes share them; what is taken in twice at once is still one message, by the locks of `takeIn`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { createReceivedTexts, type ReceivedTexts } from '../../../gateways/received-texts.ts'
import type { Parts } from '../../../parts.ts'
import { automaticTexts } from '../automatic/automatic-metrics.ts'
import { look } from './look.ts'
import { beginLooks, cover, endLook, type Look, leaseLook } from './looks.store.ts'

/** Longer than a day's list and what it brings may take; each day that is covered begins it anew. */
const LEASE_S = 300
const EVERY_MS = 120_000

export interface MissedTextsOptions {
  readonly carrier?: ReceivedTexts
  /** How often each organization is looked for. */
  readonly everyMs?: number
  /** After a look that failed. */
  readonly againMs?: number
  /** How often to see which are due. */
  readonly pollMs?: number
}

export function startMissedTexts(parts: Parts, options: MissedTextsOptions = {}): { stop(): Promise<void> } {
  const { database, clock, log, newId, metrics, config } = parts
  const { everyMs = EVERY_MS, againMs = 15_000, pollMs = 5000 } = options
  const { carrier = createReceivedTexts(config.twilio) } = options
  const worker = newId()
  const looks = new Counter({
    name: 'foyer_missed_text_looks_total',
    help: "Looks through the carrier's list for texts that it could not bring",
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const texts = new Counter({
    name: 'foyer_missed_texts_total',
    help: 'Texts that were found at the carrier, and what came of each',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const automatic = automaticTexts(metrics)
  const stopping = new AbortController()
  const { signal } = stopping
  /** Who was away may have missed something: then nobody waits for the two minutes. */
  let wasAway = true

  async function see(one: Look): Promise<void> {
    const { organizationId } = one
    const had = { taken: 0, repeated: 0, blocked: 0 }
    let delayMs = everyMs
    try {
      await look(
        {
          ...parts,
          carrier,
          signal,
          cover: (until) => database.system((tx) => cover(tx, { organizationId, worker, until, leaseS: LEASE_S })),
          tell({ outcome, answer }) {
            had[outcome] += 1
            texts.inc({ outcome })
            if (answer) automatic.inc(answer)
          },
        },
        one,
      )
      looks.inc({ outcome: 'done' })
    } catch (error) {
      delayMs = againMs
      if (!signal.aborted) {
        looks.inc({ outcome: 'failed' })
        log.warn(
          { err: error, organizationId },
          'texts that were missed could not be looked for; the next look begins where this one did',
        )
      }
    }
    if (had.taken > 0)
      log.warn({ organizationId, texts: had.taken }, 'texts that the carrier could not bring were taken in')
    await database.system((tx) => endLook(tx, { organizationId, worker, delayMs }))
  }

  async function pass(): Promise<void> {
    await database.system((tx) => beginLooks(tx, clock.now()))
    const had: string[] = []
    while (!signal.aborted) {
      const lease = { worker, leaseS: LEASE_S, isEarly: wasAway, had }
      const one = await database.system((tx) => leaseLook(tx, lease))
      if (!one) break
      had.push(one.organizationId)
      await see(one)
    }
    wasAway = false
  }

  async function run(): Promise<void> {
    // First the pause: a carrier that lives in the same process listens by then.
    while (await sleep(pollMs, true, { signal }).catch(() => false))
      await pass().catch((error: unknown) => {
        wasAway = true
        if (!signal.aborted) log.warn({ err: error }, 'whose texts to look for could not be read')
      })
  }
  const running = run()

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
