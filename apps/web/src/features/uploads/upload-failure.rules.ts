import { CallError } from '../../api/call-error.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'

const EXPLAINED: ReadonlySet<number> = new Set([400, 409, 413, 422, 429])

/** The server's own sentence where it says what is wrong with the file or the rows, else the general one. */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof CallError)) return failureMessage(error)
  const { status, detail, issues } = error
  const [issue] = issues
  if (issue) return issue.message.endsWith('.') ? issue.message : `${issue.message}.`
  return detail !== undefined && EXPLAINED.has(status) ? detail : failureMessage(error)
}
