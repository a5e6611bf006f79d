import type { Problem, Reason } from '@foyer/contracts/problem.ts'

/** [ERR-14] What a call throws that has no message of its own. */
export const NOT_OK = 'Network response was not ok'

/** A call that was answered, but not with what was asked for. Its message is the specification's; the rest is the answer's. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly reason: Reason | undefined
  readonly requestId: string | undefined
  /** What to look at before trying again; with `stale`, the conversation as it is now. */
  readonly data: unknown
  /** The answer's own sentence, where it has one. */
  readonly detail: string | undefined
  readonly issues: NonNullable<Problem['issues']>

  /** Seconds, where the answer says when it may be tried again. */
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
