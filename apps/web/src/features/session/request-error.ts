/** [ERR-02] [ERR-03] The profile call failed. The status is 0 when no answer came. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** Seconds until the next try is allowed; 0 if the answer does not say. */
  readonly retryAfterS: number

  constructor(status: number, retryAfter: string | null = null) {
    super(
      status === 0 ? 'The sign-in service did not answer.' : `The sign-in service answered with an error (${status}).`,
    )
    this.status = status
    this.retryAfterS = Number(retryAfter) || 0
  }
}

export function requestError(error: unknown): RequestError {
  return error instanceof RequestError ? error : new RequestError(0)
}
