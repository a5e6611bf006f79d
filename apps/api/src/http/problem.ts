/** The last word on everything that went wrong: a refusal says why, anything else says nothing but its number. */
import type { Problem } from '@foyer/contracts/problem.ts'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Parts } from '../parts.ts'
import { Refusal } from './refusal.ts'

export const unknownPath: RequestHandler = () => {
  throw new Refusal('not_found', 'Not found.')
}

export function problemHandler({ log }: Pick<Parts, 'log'>): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const requestId: string = res.locals.requestId ?? ''
    const refusal = asRefusal(error)
    const { path } = res.locals
    if (refusal.reason === 'failed') log.error({ err: error, requestId, path }, 'a call failed')
    // Whoever called is told when to come again; why they have to is ours to know.
    else if (refusal.cause !== undefined) log.warn({ err: refusal, requestId, path }, 'a call could not be served')
    // Half an answer can't be taken back: the connection ends, so that nobody takes it for a whole one.
    if (res.headersSent) return void req.socket.destroy()
    if (refusal.retryAfterS !== undefined) res.set('Retry-After', String(refusal.retryAfterS))
    // What was not read is still coming; the connection can't be used for another request.
    if (refusal.reason === 'too_large') res.set('Connection', 'close')
    const { reason, message, issues, data } = refusal
    const problem: Problem = { code: 'error', reason, message, requestId }
    if (issues) problem.issues = issues
    if (data !== undefined) problem.data = data
    res.status(refusal.status).json(problem)
  }
}

/** The parsers' own errors carry a type or a status; their messages may repeat the body and are dropped. */
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
