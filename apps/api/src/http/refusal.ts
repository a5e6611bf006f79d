import { problems, type Reason } from '@foyer/contracts/problem.ts'

/** A "no" that is meant to be read. Anything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly status: number
  /** What the caller should look at before trying again. */
  readonly data: unknown
  readonly issues: { path: string; message: string }[] | undefined
  readonly retryAfterS: number | undefined

  constructor(
    reason: Reason,
    message: string,
    more: {
      data?: unknown
      issues?: { path: string; message: string }[]
      retryAfterS?: number
      /** For the log alone: what went wrong on our side. */
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.name = 'Refusal'
    this.reason = reason
    this.status = problems[reason]
    this.data = more.data
    this.issues = more.issues
    this.retryAfterS = more.retryAfterS
  }
}

/** One field that is wrong; an empty path is the body itself. The message never repeats the value. */
export function notValid(path: string, message: string): Refusal {
  return new Refusal('not_valid', `Not valid: ${path || 'the body'}.`, { issues: [{ path, message }] })
}

/** Not yours or not there: the same answer, so that nobody learns which. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Not found.')
}
