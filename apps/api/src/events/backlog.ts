/**
 * What waits in the store for somebody else: events for relays and consumers, texts for the carrier. Read when it is asked for, so that a
 * worker that stands still can't also keep its gauge still.
 */
import { Gauge } from 'prom-client'
import type { Foundation } from '../parts.ts'
import { consumerBacklogs, relayBacklogs, textBacklog } from './backlog.store.ts'

/** Several are asked for at once by each scrape. */
const FRESH_MS = 1000

export function measureBacklog({
  config,
  database,
  log,
  metrics,
}: Pick<Foundation, 'config' | 'database' | 'log' | 'metrics'>): void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `foyer_api_${name}`, help, labelNames, registers: [metrics], collect: () => look() })
  const relayEvents = gauge('relay_behind_events', 'Events that a relay has not acknowledged', ['relay'])
  const relaySeconds = gauge('relay_behind_seconds', 'For how long the oldest of them has waited', ['relay'])
  const consumerEvents = gauge('consumer_behind_events', 'Events that a log consumer has not handled', ['consumer'])
  const consumerSeconds = gauge('consumer_behind_seconds', 'For how long the oldest of them has waited', ['consumer'])
  const texts = gauge('texts_waiting', 'Texts on their way to the carrier')
  const textSeconds = gauge('texts_waiting_seconds', 'For how long the oldest of them has waited')
  const unknown = gauge('texts_unknown', 'Texts of which nobody knows yet whether the carrier has them')
  const ages = gauge('backlog_age_seconds', 'How old what these gauges say is')

  let lookedAt = performance.now()
  let looking: { readonly at: number; readonly done: Promise<void> } | null = null
  /** A store that is away must not take the rest of the metrics with it: the last figures stay, and their age grows. */
  function look(): Promise<void> {
    const at = performance.now()
    if (looking === null || at - looking.at > FRESH_MS) looking = { at, done: read(at) }
    return looking.done
  }

  async function read(at: number): Promise<void> {
    try {
      const [relays, consumers, waiting] = await database.system(
        async (tx) =>
          [await relayBacklogs(tx, config.relayUrls), await consumerBacklogs(tx), await textBacklog(tx)] as const,
      )
      relayEvents.reset()
      relaySeconds.reset()
      for (const { url, events, seconds } of relays) {
        relayEvents.set({ relay: url }, events)
        relaySeconds.set({ relay: url }, seconds)
      }
      consumerEvents.reset()
      consumerSeconds.reset()
      for (const { consumer, events, seconds } of consumers) {
        consumerEvents.set({ consumer }, events)
        consumerSeconds.set({ consumer }, seconds)
      }
      texts.set(waiting.texts)
      textSeconds.set(waiting.seconds)
      unknown.set(waiting.unknown)
      lookedAt = at
    } catch (err) {
      log.warn({ err }, 'what waits could not be counted')
    }
    ages.set((performance.now() - lookedAt) / 1000)
  }
}
