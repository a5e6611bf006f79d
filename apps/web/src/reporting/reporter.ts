import type { ReportingConfig } from './config.ts'
import {
  type EventFacts,
  eventEnvelope,
  type Origin,
  type TransactionFacts,
  transactionEnvelope,
} from './envelope.rules.ts'
import { exceptionsOf } from './report.rules.ts'

/** Both give whether the service took it. */
export interface Reporter {
  event(facts: EventFacts): Promise<boolean>
  transaction(facts: TransactionFacts): Promise<boolean>
}

interface ReporterParts {
  readonly config: ReportingConfig
  readonly origin: Origin
  readonly fetch: typeof globalThis.fetch
}

/** Writes reports and posts them. Loaded when there is something to report. */
export function createReporter({ config, origin, fetch }: ReporterParts): Reporter {
  const uncaught = new Set<string>()

  async function post(envelope: string): Promise<boolean> {
    try {
      const { ok } = await fetch(config.postTo, {
        method: 'POST',
        // Of this type it may go to another site without asking first.
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body: envelope,
        // Whoever loads the page again must not cut it off.
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
        // What goes wrong every second is one report: the same kind, at the same place.
        const kind = JSON.stringify([facts.page, exceptionsOf(facts.error, facts.mechanism, origin.site)])
        if (uncaught.has(kind)) return false
        uncaught.add(kind)
      }
      return post(eventEnvelope(facts, origin))
    },
    transaction: (facts) => post(transactionEnvelope(facts, origin)),
  }
}
