import type { ReportingConfig } from './config.ts'
import {
  type EventFacts,
  eventEnvelope,
  type Origin,
  type TransactionFacts,
  transactionEnvelope,
} from './envelope.rules.ts'
import { exceptionsOf } from './report.rules.ts'

/** Both resolve to whether the service accepted the report. */
export interface Reporter {
  event(facts: EventFacts): Promise<boolean>
  transaction(facts: TransactionFacts): Promise<boolean>
}

interface ReporterDependencies {
  readonly config: ReportingConfig
  readonly origin: Origin
  readonly fetch: typeof globalThis.fetch
}

/** Builds reports and posts them. Loaded with the first report. */
export function createReporter({ config, origin, fetch }: ReporterDependencies): Reporter {
  const uncaught = new Set<string>()

  async function post(envelope: string): Promise<boolean> {
    try {
      const { ok } = await fetch(config.postTo, {
        method: 'POST',
        // A text/plain request to another origin needs no CORS preflight.
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body: envelope,
        // A reload of the page must not cancel the request.
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      return ok
    } catch {
      return false
    }
  }

  return {
    async event(facts) {
      if (facts.mechanism !== 'page') {
        // An error that repeats every second is reported once: same type, same location.
        const kind = JSON.stringify([facts.page, exceptionsOf(facts.error, facts.mechanism, origin.site)])
        if (uncaught.has(kind)) return false
        uncaught.add(kind)
      }
      return post(eventEnvelope(facts, origin))
    },
    transaction: (facts) => post(transactionEnvelope(facts, origin)),
  }
}
