/**
 * Builds a report from an error. It contains only known values: error types, locations in our own scripts, the pattern
 * of the page's path, numbers. A message, an address or a name may quote a patient, so none is ever copied into a
 * report. [SEC-11]
 */

import { saysAbsent } from '../lib/absent-code.rules.ts'
import { read, statusOf } from './reportable.rules.ts'

/** How the error reached the reporter. */
export type Mechanism = 'page' | 'uncaught' | 'rejection'

interface Frame {
  readonly filename: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: true
}

export interface ReportedException {
  readonly type: string
  readonly value: string
  readonly mechanism: { readonly type: Mechanism; readonly handled: boolean }
  readonly stacktrace?: { readonly frames: readonly Frame[] }
}

const CAUSES_MAX = 3
const FRAMES_MAX = 50

/** An allowlist, because an `Error` may have any name, even a patient's. */
const TYPES: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'EvalError', 'AggregateError'],
  ...['AbortError', 'TimeoutError', 'NetworkError', 'NotFoundError', 'InvalidStateError', 'NotAllowedError'],
  ...['QuotaExceededError', 'SecurityError', 'DataCloneError', 'NotSupportedError', 'HierarchyRequestError'],
  ...['CallError', 'RequestError'],
])

/** The API's request id, a UUID v7. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns the error and its causes, the outermost last, as the service expects. */
export function exceptionsOf(error: unknown, mechanism: Mechanism, origin: string): ReportedException[] {
  const chain: ReportedException[] = []
  let current = error
  do {
    const frames = framesOf(current, origin)
    chain.unshift({
      type: typeOf(current),
      value: wordsOf(current),
      mechanism: { type: mechanism, handled: mechanism === 'page' },
      ...(frames.length > 0 && { stacktrace: { frames } }),
    })
    current = read(current, 'cause')
  } while (current !== undefined && current !== null && chain.length <= CAUSES_MAX)
  return chain
}

const BROWSERS = [
  ['Edge', /\bEdg\/(\d{1,4})\b/],
  ['Firefox', /\bFirefox\/(\d{1,4})\b/],
  ['Chrome', /\bChrome\/(\d{1,4})\b/],
  ['Safari', /\bVersion\/(\d{1,4})\b.*\bSafari\//],
] as const

export function browserOf(userAgent: string): { name: string; version: string } | undefined {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return { name, version }
  }
  return undefined
}

function typeOf(error: unknown): string {
  if (!isError(error)) return read(error, 'internal') === undefined ? 'Thrown' : 'ErrorResponse'
  const name = read(error, 'name')
  return typeof name === 'string' && TYPES.has(name) ? name : 'Error'
}

/** Returns the words that replace the message, none of which is free text. */
function wordsOf(error: unknown): string {
  const message = read(error, 'message')
  const said = typeof message === 'string' ? message : ''
  const react = /^Minified React error #(\d{1,4});/.exec(said)?.[1]
  const status = statusOf(error)
  const requestId = read(error, 'requestId')
  const words = [
    react === undefined ? '' : `React error ${react}`,
    saysAbsent(said) ? 'a part of the app did not load' : '',
    status === undefined ? '' : `status ${status}`,
    typeof requestId === 'string' && REQUEST_ID.test(requestId) ? `request ${requestId}` : '',
  ]
  return words.filter(Boolean).join(', ') || 'message withheld'
}

/**
 * Returns the locations in our own scripts, the innermost last. A stack begins with the message, so a line of the
 * message may look like a location.
 */
function framesOf(error: unknown, origin: string): Frame[] {
  const stack = read(error, 'stack')
  if (!isError(error) || typeof stack !== 'string') return []
  const message = read(error, 'message')
  const said = typeof message === 'string' ? stack.indexOf(message) : -1
  const lines = (said < 0 ? stack : stack.slice(said + String(message).length)).split('\n')
  return lines
    .flatMap((line) => frameOf(line, origin) ?? [])
    .slice(0, FRAMES_MAX)
    .reverse()
}

/** Parses "at f (https://host/assets/inbox-D1aB2c3d.js:1:234)" or "f@https://…": file, line and column. */
function frameOf(line: string, origin: string): Frame | undefined {
  const [, address = '', row, column] = /((?:https?:\/\/)[^\s()@]+):(\d{1,7}):(\d{1,7})\)?$/.exec(line.trim()) ?? []
  const file = address.startsWith(`${origin}/`) ? address.slice(origin.length) : ''
  if (!/^\/assets\/[a-zA-Z][\w.-]{0,60}-[\w-]{8}\.js$/.test(file)) return undefined
  return { filename: `app://${file}`, lineno: Number(row), colno: Number(column), in_app: true }
}

/** An error of another frame is no instance of this frame's `Error`. */
function isError(value: unknown): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}
