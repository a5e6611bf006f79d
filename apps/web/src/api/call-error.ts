import type { Problem, Reason } from '@foyer/contracts/problem.ts'

/** [ERR-14] The message of a failed call that defines none of its own. */
export const NOT_OK = 'Network response was not ok'

/**
 * A call that was answered with a failure. Its message comes from the specification; the other fields come from the
 * answer.
 */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly reason: Reason | undefined
  readonly requestId: string | undefined
  /** The data to check before another try; for `stale`, the current conversation. */
  readonly data: unknown
  /** The answer's own sentence, if it has one. */
  readonly detail: string | undefined
  readonly issues: NonNullable<Problem['issues']>

  /** Seconds until the next try is allowed, or NaN if the answer does not say. */
  readonly retryAfterS: number

  constructor(message: string | undefined, status: number, body: unknown, retryAfter?: string | null) {
    super(message ?? NOT_OK)
    const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {}
    this.status = status
    this.reason = problem.reason
    this.requestId = problem.requestId
    this.data = problem.data
    this.detail = problem.message
    this.issues = problem.issues ?? []
    this.retryAfterS = Number(retryAfter)
  }
}
