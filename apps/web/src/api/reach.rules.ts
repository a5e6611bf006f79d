/** Tells the causes of failed calls apart, so that the screens name the true one. */
import type { Reach } from '../lib/reach.rules.ts'
import { CallError } from './call-error.ts'

export function reachOf(error: unknown): Reach {
  if (!(error instanceof CallError)) return 'silent'
  return error.status >= 500 ? 'failing' : 'answers'
}
