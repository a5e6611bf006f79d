/** The error-reporting service, to which browsers' reports are passed on. */
import { reportAddress } from '@foyer/contracts/report-address.rules.ts'

export interface ErrorReporting {
  /** The status that the service answers with; rejects where it doesn't answer. */
  pass(envelope: string, signal: AbortSignal): Promise<number>
}

const TIMEOUT_MS = 5_000

/** Null where no address is set. Nothing of the browser's request goes along: no cookie, no address, no name of it. */
export function createErrorReporting(dsn: string | null, { timeoutMs = TIMEOUT_MS } = {}): ErrorReporting | null {
  const address = reportAddress(dsn ?? '')
  if (address === null) return null
  return {
    async pass(envelope, signal) {
      const response = await fetch(address.endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body: envelope,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return response.status
    },
  }
}
