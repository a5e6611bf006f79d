/** The error-reporting service to which browsers' reports are forwarded. */
import { reportAddress } from '@foyer/contracts/report-address.rules.ts'

export interface ErrorReporting {
  /** Resolves with the service's status; rejects when it does not answer. */
  pass(envelope: string, signal: AbortSignal): Promise<number>
}

const TIMEOUT_MS = 5_000

/**
 * Null when no address is configured. Nothing of the browser's own request is forwarded: no cookie, address or
 * header.
 */
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
