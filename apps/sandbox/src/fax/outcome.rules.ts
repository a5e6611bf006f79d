/** Sinch's report of each outcome, with its codes. */
import type { Outcome } from './behaviour.ts'

export interface Report {
  readonly status: 'COMPLETED' | 'FAILURE'
  readonly errorType: string | null
  readonly errorCode: number | null
  readonly errorMessage: string | null
  readonly pagesSentSuccessfully: number
}

const FAILURES: Readonly<Record<Exclude<Outcome, 'delivered' | 'partial'>, readonly [string, number, string]>> = {
  busy: ['CALL_ERROR', 17, 'User busy'],
  noAnswer: ['CALL_ERROR', 16, 'No answer'],
  voice: ['FAX_ERROR', 14, 'No fax machine answered'],
  dead: ['CALL_ERROR', 34, 'Number not in service'],
  document: ['DOCUMENT_CONVERSION_ERROR', 1, 'The document could not be converted'],
}

export function reportOf(outcome: Outcome, pages: number, pagesSent: number): Report {
  const none = { errorType: null, errorCode: null, errorMessage: null }
  if (outcome === 'delivered') return { status: 'COMPLETED', ...none, pagesSentSuccessfully: pages }
  if (outcome === 'partial') {
    const said = { errorType: 'FAX_ERROR', errorCode: 131, errorMessage: 'The call ended before all pages were sent' }
    return { status: 'FAILURE', ...said, pagesSentSuccessfully: Math.min(pagesSent, Math.max(0, pages - 1)) }
  }
  const [errorType, errorCode, errorMessage] = FAILURES[outcome]
  return { status: 'FAILURE', errorType, errorCode, errorMessage, pagesSentSuccessfully: 0 }
}

/** The pages that a file gives; one for a file that is no PDF. */
export function pagesOf(bytes: Buffer): number {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return 1
  return Math.max(1, bytes.toString('latin1').match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0)
}
