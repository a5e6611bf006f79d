/**
 * Measures the backlogs in the store: events for relays and consumers, causes for automations, texts for the carrier; and the
 * sessions of chatbots that failed. The gauges query the store
 * at each scrape, so a worker that hangs can't freeze the gauge that would show it.
 */
import { Gauge } from 'prom-client'
import type { BaseServices } from '../services.ts'
import { causesBehind, consumerBacklogs, failedSessions, relayBacklogs, textBacklog } from './backlog.store.ts'

/** A result is reused for this long, because each scrape collects all gauges at once. */
const FRESH_MS = 1000

export function measureBacklog({
  config,
  database,
  log,
  metrics,
}: Pick<BaseServices, 'config' | 'database' | 'log' | 'metrics'>): void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `foyer_api_${name}`, help, labelNames, registers: [metrics], collect })
  const relayEvents = gauge('relay_behind_events', 'Events that a relay has not acknowledged', ['relay'])
  const relaySeconds = gauge(
    'relay_behind_seconds',
    'Age in seconds of the oldest event that a relay has not acknowledged',
    ['relay'],
  )
  const consumerEvents = gauge('consumer_behind_events', 'Events that a log consumer has not handled', ['consumer'])
  const consumerSeconds = gauge(
    'consumer_behind_seconds',
    'Age in seconds of the oldest event that a log consumer has not handled',
    ['consumer'],
  )
  const texts = gauge('texts_waiting', 'Texts on their way to the carrier')
  const textSeconds = gauge(
    'texts_waiting_seconds',
    'Seconds since the oldest text on its way to the carrier was queued',
  )
  const unknown = gauge('texts_unknown', 'Texts for which it is unknown whether the carrier accepted them')
  const causes = gauge('causes_behind_seconds', 'Age in seconds of the oldest cause that automations have not judged')
  const failed = gauge('bot_sessions_failed', 'Sessions of chatbots that ended in the last hour by a fault')
  const ages = gauge('backlog_age_seconds', 'Age of the values of the backlog gauges')

  let lastReadAt = performance.now()
  let reading: { readonly at: number; readonly done: Promise<void> } | null = null
  /** If the store is unavailable, the other metrics are still served: these gauges keep their last values and their age grows. */
  function collect(): Promise<void> {
    const at = performance.now()
    if (reading === null || at - reading.at > FRESH_MS) reading = { at, done: read(at) }
    return reading.done
  }

  async function read(at: number): Promise<void> {
    try {
      const [relays, consumers, waiting, behind, ended] = await database.system((tx) =>
        Promise.all([
          ...([relayBacklogs(tx, config.relayUrls), consumerBacklogs(tx), textBacklog(tx)] as const),
          ...([causesBehind(tx), failedSessions(tx)] as const),
        ]),
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
      causes.set(behind)
      failed.set(ended)
      lastReadAt = at
    } catch (err) {
      log.warn({ err }, 'the backlog could not be measured')
    }
    ages.set((performance.now() - lastReadAt) / 1000)
  }
}
