/**
 * The API's log: path templates, ids and numbers. Never a query, a body, a name or an error's message, because these
 * may quote a patient.
 */
import type { RequestHandler } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'
import { Histogram } from 'prom-client'
import type { BaseServices } from '../services.ts'
import { Refusal } from './refusal.ts'
import { ReplyMismatch } from './reply.ts'

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError, error: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

/** The error's kind, code, reason of a refusal, stack frames and cause. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { kind: typeof error }
  const code = 'code' in error ? error.code : undefined
  return {
    kind: error.name === 'Error' ? error.constructor.name : error.name,
    ...(typeof code === 'string' && { code }),
    ...(error instanceof Refusal && { reason: error.reason }),
    ...(error instanceof ReplyMismatch && { message: error.message }),
    at: framesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Skips the message at the start of the stack, because a line of it may look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const said = stack.indexOf(message)
  return (said < 0 ? stack : stack.slice(said + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}

/** Assigns each request its id, and logs and measures it by path template once it is answered. */
export function requestLog({ log, newId, metrics }: Pick<BaseServices, 'log' | 'newId' | 'metrics'>): RequestHandler {
  const seconds = new Histogram({
    name: 'foyer_api_request_seconds',
    help: 'How long calls take, by path template.',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  return (req, res, next) => {
    const started = performance.now()
    const requestId = newId()
    res.locals.requestId = requestId
    res.set('X-Request-Id', requestId)
    res.once('close', () => {
      const ms = Math.round(performance.now() - started)
      const path: string = res.locals.path ?? 'unknown'
      const status = res.writableFinished ? res.statusCode : 499
      // The client may send any text as method.
      const method = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(req.method) ? req.method : 'other'
      seconds.observe({ method, path, status: String(status) }, ms / 1000)
      log.info({ requestId, method, path, status, ms }, 'request')
    })
    next()
  }
}
