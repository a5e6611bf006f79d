import { CallError } from '../../api/call-error.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'

/** The server's own sentence where it says what is wrong with the file or the number, else the general one. */
export function faxFailure(error: unknown): string {
  if (!(error instanceof CallError)) return failureMessage(error)
  const { status, detail, issues } = error
  const [issue] = issues
  if (issue) return issue.message.endsWith('.') ? issue.message : `${issue.message}.`
  if (detail !== undefined && (status === 422 || status === 409 || status === 413)) return detail
  return failureMessage(error)
}
