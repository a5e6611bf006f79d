/** Tells the causes of failed calls apart, so that the screens name the true one. */
import { CallError } from './call-error.ts'

/**
 * - `answers`: the server works, even if it refused this call.
 * - `silent`: no answer came.
 * - `failing`: the server, or a proxy in front of it, answers with errors.
 */
export type Reach = 'answers' | 'silent' | 'failing'

export function reachOf(error: unknown): Reach {
  if (!(error instanceof CallError)) return 'silent'
  return error.status >= 500 ? 'failing' : 'answers'
}

const SESSION_PATH = '/api/auth/session'
const TIMEOUT_MS = 10_000

/** Makes the lightest call, which does not extend the session. */
export async function probe(fetch: (address: string, init?: RequestInit) => Promise<Response>): Promise<Reach> {
  try {
    const { status } = await fetch(SESSION_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status >= 500 ? 'failing' : 'answers'
  } catch {
    return 'silent'
  }
}
