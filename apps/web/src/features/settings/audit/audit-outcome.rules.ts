/** The words for the author and the outcome of an audit entry. */
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

/** "Done", or why the call was refused. */
export function outcomeWords(outcome: string): string {
  return OUTCOMES[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}`
}

/** The author of an entry: the name of a member; for anybody else only the id is known. */
export function whoWords({ user, userName }: Pick<AuditEntry, 'user' | 'userName'>): string {
  if (userName !== null) return userName
  return user === null ? 'Nobody who was signed in' : `No member (${user})`
}
