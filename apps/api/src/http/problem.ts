/** Turns every error into an answer: a refusal gives its reason, any other error only the request id. */
import type { Problem } from '@foyer/contracts/problem.ts'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Services } from '../services.ts'
import { Refusal } from './refusal.ts'

export const unknownPath: RequestHandler = () => {
  throw new Refusal('not_found', 'Not found.')
}

export function problemHandler({ log }: Pick<Services, 'log'>): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const requestId: string = res.locals.requestId ?? ''
    const refusal = asRefusal(error)
    const { path } = res.locals
    if (refusal.reason === 'failed') log.error({ err: error, requestId, path }, 'a call failed')
    // The caller is told when to retry; the cause goes to the log only.
    else if (refusal.cause !== undefined) log.warn({ err: refusal, requestId, path }, 'a call could not be served')
    // A partial answer can't be taken back: the connection is closed so that the client does not take it for
    // complete.
    if (res.headersSent) return void req.socket.destroy()
    if (refusal.retryAfterS !== undefined) res.set('Retry-After', String(refusal.retryAfterS))
    // The unread rest of the body is still arriving, so the connection can't be reused.
    if (refusal.reason === 'too_large') res.set('Connection', 'close')
    const { reason, message, issues, data } = refusal
    const problem: Problem = { code: 'error', reason, message, requestId }
    if (issues) problem.issues = issues
    if (data !== undefined) problem.data = data
    res.status(refusal.status).json(problem)
  }
}

/** Parser errors carry a type or a status. Their messages may quote the body and are dropped. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { type, status } = (typeof error === 'object' && error !== null ? error : {}) as {
    type?: unknown
    status?: unknown
  }
  if (type === 'entity.parse.failed') return new Refusal('not_valid', 'The body is not valid JSON.')
  if (status === 413) return new Refusal('too_large', 'The body is too large.')
  if (status === 415) return new Refusal('unsupported_type', "The body's encoding is not supported.")
  if (status === 400 || error instanceof URIError) return new Refusal('not_valid', 'The request could not be read.')
  return new Refusal('failed', 'Something went wrong on our side.')
}
