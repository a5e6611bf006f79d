import type { z } from 'zod'

/**
 * Who may make a call. Every call declares one; there is no default.
 *
 * - `public`: anyone, signed in or not.
 * - `session`: whoever holds the session cookie.
 * - `user`: a valid bearer token.
 * - `member`: a valid bearer token of a member of the organization that the call names.
 * - `admin`: a member whose role there is admin.
 * - `visitor`: the bearer token of somebody who chats from a clinic's web page; it names the organization by itself.
 * - `relay`: the relay's own bearer (RELAY_SECRET).
 * - `carrier`: a request signed by the SMS carrier.
 */
export type Access = (typeof ACCESSES)[number]
export const ACCESSES = ['public', 'session', 'user', 'member', 'admin', 'visitor', 'relay', 'carrier'] as const

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The files that a call takes. */
export interface FileParts {
  /** What each part that holds a file is called. */
  readonly part: string
  readonly most: number
  /** Of one file. */
  readonly bytes: number
}

/** One call: the same value binds the route, types the browser's client, prints OpenAPI and drives the tests. */
export interface Call<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType> {
  readonly method: Method
  /** With the service's prefix, parameters as `:name`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** What the browser throws when the call fails. [ERR-15..33]; absent: "Network response was not ok" [ERR-14]. */
  readonly failure?: string
  /** The body is `application/x-www-form-urlencoded` instead of JSON. */
  readonly form?: boolean
  /** The body is `multipart/form-data`: its fields as text, and the files in parts of one name. */
  readonly files?: FileParts
  /** Takes the header `Idempotency-Key`: it sends or creates. */
  readonly idempotent?: boolean
}

export type AnyCall = Call<z.ZodType, z.ZodType, z.ZodType>

export type QueryOf<C extends AnyCall> = z.input<C['query']>
export type BodyOf<C extends AnyCall> = z.input<C['body']>
export type ReplyOf<C extends AnyCall> = z.output<C['reply']>

export function call<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  definition: Call<Query, Body, Reply>,
): Call<Query, Body, Reply> {
  return definition
}
