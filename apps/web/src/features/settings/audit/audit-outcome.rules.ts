/** Who did what a row of the audit says, and what came of it, in words. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'

const OUTCOMES: Readonly<Record<string, string | undefined>> = {
  ok: 'Done',
  not_allowed: 'Not allowed',
  org_mismatch: 'Not allowed',
  user_mismatch: 'Not allowed',
  foreign_origin: 'Not allowed',
  not_found: 'Not found',
  not_valid: 'Not valid',
  stale: 'Overtaken',
  conflict: 'In conflict',
  rate_limited: 'Too often',
  failed: 'Failed',
  unavailable: 'Failed',
  upstream_failed: 'Failed',
}

/** "Done", or why it was refused. */
export function outcomeWords(outcome: string): string {
  return OUTCOMES[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}`
}

/** Who it was: the name of a member; of anybody else their id, which is all that is known. */
export function whoWords({ user, userName }: Pick<AuditEntry, 'user' | 'userName'>): string {
  if (userName !== null) return userName
  return user === null ? 'Nobody who was signed in' : `No member (${user})`
}
