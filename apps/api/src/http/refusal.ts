import { problems, type Reason } from '@foyer/contracts/problem.ts'

/** An expected refusal whose message is meant for the caller. Any other error is a bug and becomes a 500. */
export class Refusal extends Error {
  readonly reason: Reason
  readonly status: number
  /** Data that the caller needs before trying again. */
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
      /** The underlying failure, for the log only. */
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

/** Refuses one field; an empty path means the whole body. The message never repeats the value. */
export function notValid(path: string, message: string): Refusal {
  return new Refusal('not_valid', `Not valid: ${path || 'the body'}.`, { issues: [{ path, message }] })
}

/** The same answer for a foreign and a missing organization. */
export function notAllowed(): Refusal {
  return new Refusal('not_allowed', 'This is not yours to see or do.')
}

/** The same answer for foreign and missing records, so that the caller can't tell them apart. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Not found.')
}
