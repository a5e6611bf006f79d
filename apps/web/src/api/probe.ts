import type { Reach } from '../lib/reach.rules.ts'
import type { Fetch } from './fetch-helper.ts'

const SESSION_PATH = '/api/auth/session'
const TIMEOUT_MS = 10_000

/** Makes the lightest call, which does not extend the session. */
export async function probe(fetch: Fetch): Promise<Reach> {
  try {
    const { status } = await fetch(SESSION_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status >= 500 ? 'failing' : 'answers'
  } catch {
    return 'silent'
  }
}
