import { z } from 'zod'
import { nothing } from './fields.ts'
import { paramsOf } from './path.rules.ts'

/**
 * The access that a call requires. Every call declares one; there is no default.
 *
 * - `public`: anyone, signed in or not.
 * - `session`: a valid session cookie.
 * - `user`: a valid bearer token.
 * - `member`: a valid bearer token of a member of the organization that the call names.
 * - `admin`: a member whose role there is admin.
 * - `visitor`: the bearer token of a visitor who chats from a clinic's web page; the token names the organization.
 * - `relay`: the relay's own bearer (RELAY_SECRET).
 * - `carrier`: a request signed by the SMS carrier.
 * - `fax`: a request of the fax service, which has our key in its address.
 * - `listing`: a listing token of a member, which names the organization.
 * - `google`: a push of Google, whose bearer Google has signed.
 */
export type Access = (typeof ACCESSES)[number]
export const ACCESSES = [
  ...(['public', 'session', 'user', 'member', 'admin', 'visitor', 'relay', 'carrier', 'fax'] as const),
  ...(['listing', 'google'] as const),
] as const

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The files that a call accepts. */
export interface FileParts {
  /** The name of every multipart part that holds a file. */
  readonly part: string
  readonly most: number
  /** The largest size of one file. */
  readonly bytes: number
}

/** One call. The same value binds the route, types the browser's client, generates OpenAPI and drives the tests. */
export interface Call<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Params extends z.ZodType,
> {
  readonly method: Method
  /** Includes the service's prefix; parameters are `:name`. A literal path takes precedence over one with a parameter. */
  readonly path: `/${string}`
  readonly access: Access
  /**
   * Absent: `organizationId` in params, query or body names the organization, and the header `organizationid` must not
   * contradict it. `header`: the header names the organization when params, query and body do not.
   */
  readonly organization?: 'header'
  readonly summary: string
  /** The action in plain words. The audit shows it to clinic staff, who do not know the calls. */
  readonly says: string
  /** A field for each parameter of the path; absent if the path has none. */
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** A valid input. The tests make the call with it, and derive invalid inputs from it. */
  readonly example: Input<Params, Query, Body>
  /** The message that the browser's client throws when the call fails [ERR-15..33]; absent: "Network response was not ok" [ERR-14]. */
  readonly failure?: string
  /** The client throws the server's message where it sends one, and `failure` where it does not [ERR-34]. */
  readonly serverExplains?: true
  /** The body is `application/x-www-form-urlencoded` instead of JSON. */
  readonly form?: boolean
  /** Instead of JSON the body may be `application/x-www-form-urlencoded`. */
  readonly orForm?: true
  /** The body is `multipart/form-data`: its fields are text, and all file parts have the same name. */
  readonly files?: FileParts
  /** Instead of JSON the body may be `multipart/form-data` with such files. */
  readonly orFiles?: FileParts
  /** The call accepts the header `Idempotency-Key`, because it sends or creates something. */
  readonly idempotent?: boolean
}

/** The input of a call. A part may be left out if none of its fields is required. */
type Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Part<
  'params',
  z.input<Params>
> &
  Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>>

type Part<Key extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value }

export type AnyCall = Call<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

export type InputOf<C extends AnyCall> = Input<C['params'], C['query'], C['body']>
export type ParamsOf<C extends AnyCall> = z.input<C['params']>
export type QueryOf<C extends AnyCall> = z.input<C['query']>
export type BodyOf<C extends AnyCall> = z.input<C['body']>
export type ReplyOf<C extends AnyCall> = z.output<C['reply']>

type Definition<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Params extends z.ZodType,
> = Omit<Call<Query, Body, Reply, Params>, 'params'> & { readonly params?: Params }

export function call<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Params extends z.ZodType = typeof nothing,
>(definition: Definition<Query, Body, Reply, Params>): Call<Query, Body, Reply, Params> {
  const { params = nothing as z.ZodType as Params, ...rest } = definition
  const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : []
  if (declared.sort().join() !== paramsOf(rest.path).sort().join())
    throw new Error(`${rest.method} ${rest.path} declares other params than its path names.`)
  return { ...rest, params }
}

type Both<Room> = (Room extends unknown ? (room: Room) => void : never) extends (room: infer All) => void ? All : never

/** The calls that the rooms export, by export name; other exports are ignored. Throws if two calls have the same name. */
export function callsOf<Room extends object>(rooms: readonly Room[]) {
  const named = rooms.flatMap((room) => Object.entries(room)).filter(([, value]) => isCall(value))
  const names = new Set(named.map(([name]) => name))
  if (names.size < named.length) throw new Error('Two calls have one name.')
  type All = Both<Room>
  return Object.fromEntries(named) as { [Name in keyof All as All[Name] extends AnyCall ? Name : never]: All[Name] }
}

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}
