import { CallError } from '../../api/call-error.ts'
import { isRefused } from '../../parts/failure-message.rules.ts'

/** The problems that bar an automation from being on, as sentences; null where the call failed for something else. */
export function problemsOf(failure: unknown): string | null {
  if (!(failure instanceof CallError && isRefused(failure, 'not_ready') && Array.isArray(failure.data))) return null
  const findings: readonly { level?: unknown; message?: unknown }[] = failure.data
  const problems = findings.filter(({ level }) => level !== 'warning').map(({ message }) => String(message))
  return problems.length === 0 ? null : problems.join(' ')
}

/** The same where the automation can be mended only by an edit. */
export function problemsToMend(failure: unknown): string | null {
  const problems = problemsOf(failure)
  return problems && `${problems} Edit it and turn it on again.`
}
