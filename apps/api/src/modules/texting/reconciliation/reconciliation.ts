/**
 * A carrier brings a text once, perhaps twice, and then keeps it. So everything that it took for a clinic's number is looked
 * through again: at the start, when the store was away, and every two minutes. Each organization's look is leased, so that
 * several processes share them; what is taken in twice at once is still one message, by the locks of `ingestText`.
 */
import { Counter } from 'prom-client'
import { createReceivedTexts, type ReceivedTexts } from '../../../gateways/received-texts.ts'
import type { Parts } from '../../../parts.ts'
import type { Worker } from '../../../work/loop.ts'
import { type Held, startQueueWorker } from '../../../work/queue-worker.ts'
import { automaticTexts } from '../../conversations/conversations.ts'
import type { Seams } from '../../module.ts'
import { type LookParts, look } from './reconcile.ts'
import { beginLooks, cover, endLook, type Look, looks } from './reconciliation.store.ts'

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

export function startMissedTexts(parts: Parts & Seams, options: MissedTextsOptions = {}): Worker {
  const { database, clock, log, metrics, config } = parts
  const { everyMs = EVERY_MS, againMs = 15_000, pollMs = 5000 } = options
  const { carrier = createReceivedTexts(config.twilio) } = options
  const texts = new Counter({
    name: 'foyer_missed_texts_total',
    help: 'Texts that were found at the carrier, and what came of each',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const automatic = automaticTexts(metrics)
  /** While the store is away texts may be missed: after it nobody waits for the two minutes. */
  let wasAway = true

  async function take(one: Look, { worker, stopping }: Held): Promise<string> {
    const { organizationId } = one
    const had = { taken: 0, repeated: 0, blocked: 0 }
    const lookParts: LookParts = {
      ...{ ...parts, carrier, signal: stopping },
      cover: (until) => database.system((tx) => cover(tx, one, { worker, until, leaseS: LEASE_S })),
      tell({ outcome, answer }) {
        had[outcome] += 1
        texts.inc({ outcome })
        if (answer) automatic.inc(answer)
      },
    }
    const failure = await look(lookParts, one).then(
      () => null,
      (err: unknown) => ({ err }),
    )
    if (had.taken > 0)
      log.warn({ organizationId, texts: had.taken }, 'texts that the carrier could not bring were taken in')
    if (failure && stopping.aborted) throw failure.err
    if (failure)
      log.warn(
        { ...failure, organizationId },
        'texts that were missed could not be looked for; the next look begins where this one did',
      )
    await database.system((tx) => endLook(tx, one, { worker, delayMs: failure ? againMs : everyMs }))
    return failure ? 'failed' : 'done'
  }

  return startQueueWorker<Look>(parts, {
    name: 'the look for missed texts',
    queue: looks,
    leaseS: LEASE_S,
    atOnce: 1,
    pollMs,
    // A carrier that lives in the same process listens by then.
    firstAfterMs: pollMs,
    async lease(tx, asked) {
      await beginLooks(tx, clock.now())
      if (wasAway) await looks.makeDue(tx)
      wasAway = false
      return looks.lease(tx, asked)
    },
    onAway() {
      wasAway = true
    },
    take,
    giveBack: (tx, one, worker) => endLook(tx, one, { worker, delayMs: againMs }),
    outcomes: {
      name: 'foyer_missed_text_looks_total',
      help: "Looks through the carrier's list for texts that it could not bring",
    },
  })
}
