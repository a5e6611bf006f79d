import first from 'virtual:calls'
import type { InputOf, ReplyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { wantsCampaignCredentials } from '@foyer/contracts/campaign/credentials.rules.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { ACTIVITY_HEADER, NO_ACTIVITY } from '@foyer/contracts/session/activity.rules.ts'
import type { Reach } from '../lib/reach.rules.ts'
import { CallError } from './call-error.ts'
import { bodyOf, type Fetch } from './fetch-helper.ts'
import type { AccessToken } from './held-token.ts'
import { reachOf } from './reach.rules.ts'
import { createServicesToken } from './services-token.ts'

/** Holds the first page's calls; the later ones are added with the first call of one of them. */
const table = { ...first }

const TIMEOUT_MS = 10_000
/** Enough for 100 MB on a slow connection. */
const FILES_TIMEOUT_MS = 300_000

export type CallOptions<Name extends CallName> = InputOf<Calls[Name]> & {
  /** For calls that upload files. */
  readonly files?: readonly File[]
  readonly signal?: AbortSignal
  /** A UUID that stays the same for every try of one submission. */
  readonly idempotencyKey?: string
  /** Called with how much of the files is sent, from 0 to 1. */
  readonly onSent?: (share: number) => void
  /** The zone of the times that are sent, if it is not this browser's. */
  readonly timezone?: string
  /** The token of a service with tokens of its own. */
  readonly token?: AccessToken
  /** Headers of this call alone, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Called with the headers of each answer. */
  readonly onHeaders?: (headers: Headers) => void
}

export type Reply<Name extends CallName> = ReplyOf<Calls[Name]>

/** Makes a call of the contracts by its name: `await api('closeConversation', { body: { … } })`. */
export interface Api {
  <Name extends CallName>(
    name: Name,
    ...options: Record<never, never> extends CallOptions<Name> ? [CallOptions<Name>?] : [CallOptions<Name>]
  ): Promise<Reply<Name>>
  /**
   * [OPEN-071] Reads the bytes at an attachment's `url`: it needs the bearer token, which an `<img>` does not send. Another
   * call that answers with bytes is named, for its headers.
   */
  blob(address: string, signal?: AbortSignal, name?: CallName): Promise<Blob>
}

export interface ApiDependencies {
  fetch: Fetch
  token: AccessToken
  /** Returns `document.cookie`, which holds the services' token. */
  cookies: () => string
  /** The active organization; a call that names another one in a field is sent for that one. */
  organizationId: () => string | null
  userId: () => string | null
  timezone: () => string
  /** Tells whether a user is at the screen: without one, a call must not extend the session. */
  isAttended: () => boolean
  /**
   * [OPEN-045] Called when even a new bearer token was refused, or belongs to another user: the session must be
   * checked.
   */
  onUnauthenticated: () => void
  /** Called after each call, except for one that its caller aborted. */
  onReach?: (reach: Reach) => void
}

interface Options {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  files?: readonly File[]
  signal?: AbortSignal
  idempotencyKey?: string
  onSent?: (share: number) => void
  timezone?: string
  token?: AccessToken
  headers?: Readonly<Record<string, string>>
  onHeaders?: (headers: Headers) => void
}

const SERVICES = '/api/services/'

export function createApi(parts: ApiDependencies): Api {
  const services = createServicesToken({
    cookies: parts.cookies,
    load: async () => ((await attempt(parts, 'servicesToken', {})) as Reply<'servicesToken'>).token,
  })

  async function call(name: CallName, options: Options = {}): Promise<unknown> {
    try {
      if (!(name in table)) Object.assign(table, (await import('virtual:later-calls')).default)
      // [CALL-SERVICES-03] The call that fetches the services' token uses the user's token.
      const isOfServices = table[name].path.startsWith(SERVICES) && name !== 'servicesToken'
      const own = options.token ?? (isOfServices ? services : null)
      const reply = await (own ? attemptService(parts, own, name, options) : attempt(parts, name, options))
      parts.onReach?.('answers')
      return reply
    } catch (error) {
      if (!options.signal?.aborted) parts.onReach?.(reachOf(error))
      // [OPEN-045] The user was disabled, or another user has signed in in this browser.
      if (error instanceof CallError && (error.reason === 'disabled' || error.reason === 'user_mismatch'))
        parts.onUnauthenticated()
      // A call that its caller aborted needs no report.
      if (!options.signal?.aborted) report(name, error)
      throw error
    }
  }
  return Object.assign(call, {
    // Loaded only when somebody opens a file.
    blob: async (address: string, signal?: AbortSignal, name: CallName = 'attachment') =>
      (await import('./blob.ts')).readBlob(
        {
          fetch: parts.fetch,
          token: (refused) => tokenFor(parts, refused),
          headers: (query, token) => headersFor(parts, table[name], { query }, token),
          onUnauthenticated: parts.onUnauthenticated,
        },
        address,
        signal,
      ),
  }) as Api
}

/**
 * [CALL-SERVICES-04] [ERR-12] An expired services' token is renewed once and the call repeated once; the session is not
 * checked.
 */
async function attemptService(parts: ApiDependencies, services: AccessToken, name: CallName, options: Options) {
  const token = await services.get()
  let response = await send(parts, name, options, token)
  if (response.status === 401) response = await send(parts, name, options, await services.renew(token))
  return answerOf(name, response)
}

async function attempt(parts: ApiDependencies, name: CallName, options: Options): Promise<unknown> {
  const token = await tokenFor(parts)
  let response = await send(parts, name, options, token)
  if (response.status === 401) {
    response = await send(parts, name, options, await tokenFor(parts, token))
    if (response.status === 401) parts.onUnauthenticated()
  }
  return answerOf(name, response)
}

async function answerOf(name: CallName, response: Response): Promise<unknown> {
  const { failure, explained, bare } = table[name]
  const body = await bodyOf(response)
  // [OPEN-073] A 2xx status alone is not enough if the contract promises a code.
  const refused = !response.ok || (!bare && (body as { code?: unknown } | null)?.code !== 'ok')
  if (!refused) return body
  const error = new CallError(failure, response.status, body, response.headers.get('retry-after'))
  // [ERR-34] [ERR-35]
  if (explained && error.detail) error.message = error.detail
  throw error
}

export async function tokenFor(
  { token, onUnauthenticated }: Pick<ApiDependencies, 'token' | 'onUnauthenticated'>,
  refused?: string,
): Promise<string> {
  try {
    return await (refused === undefined ? token.get() : token.renew(refused))
  } catch (error) {
    if (error instanceof CallError && error.status === 401) onUnauthenticated()
    throw error
  }
}

/** Each try has its own timeout; the caller's signal aborts all of them. */
async function send(parts: ApiDependencies, name: CallName, options: Options, token: string): Promise<Response> {
  const { method, path, files } = table[name]
  // Loaded only when somebody uploads a file and watches it leave.
  const fetch = options.onSent ? (await import('./sent-fetch.ts')).sentFetch(options.onSent) : parts.fetch
  const time = AbortSignal.timeout(files === undefined ? TIMEOUT_MS : FILES_TIMEOUT_MS)
  const response = await fetch(fillPath(path, options.params) + searchOf(options.query), {
    method,
    headers: { ...headersFor(parts, table[name], options, token), ...options.headers },
    signal: options.signal ? AbortSignal.any([options.signal, time]) : time,
    ...(method === 'GET' ? {} : { body: writtenBody(name, options) }),
  })
  options.onHeaders?.(response.headers)
  return response
}

/** [ROLE-04..06] [OPEN-043] The campaign service expects the token twice. [CALL-SESSION-02] [OPEN-046] */
export function headersFor(
  parts: Pick<ApiDependencies, 'organizationId' | 'userId' | 'timezone' | 'isAttended'>,
  { method, form, files, path }: Pick<(typeof table)[CallName], 'method' | 'form' | 'files' | 'path'>,
  options: Options,
  token: string,
): Record<string, string> {
  const fields = { ...options.body, ...options.query, ...options.params }
  const named = fields.organizationId ?? parts.organizationId()
  const userId = parts.userId()
  return {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(wantsCampaignCredentials(path) ? { 'access-token': token } : {}),
    timezone: options.timezone ?? parts.timezone(),
    ...(parts.isAttended() ? {} : { [ACTIVITY_HEADER]: NO_ACTIVITY }),
    ...(userId === null ? {} : { userid: userId }),
    ...(typeof named === 'string' ? { organizationid: named } : {}),
    ...(method === 'GET' || form || files ? {} : { 'content-type': 'application/json' }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
  }
}

/** [OPEN-069] A list repeats its key; null and undefined values are left out. */
function searchOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  return search.size === 0 ? '' : `?${search}`
}

/** The browser sets a form's content type, because it chooses the multipart boundary. */
function writtenBody(name: CallName, { body, files = [] }: Options): BodyInit {
  const { form, files: part } = table[name]
  if (part !== undefined) return multipartOf(body, part, files)
  return form ? formOf(body) : JSON.stringify(body ?? {})
}

/** [CALL-INBOX-09] One part per field and one per file. */
function multipartOf(body: Record<string, unknown> = {}, part: string, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) if (value !== undefined) form.append(key, String(value))
  for (const file of files) form.append(part, file)
  return form
}

function formOf(body: Record<string, unknown> = {}): URLSearchParams {
  return new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]))
}

/** [ERR-36] Logs a failure once, without the answer's data, which may contain patient data. */
function report(name: CallName, error: unknown): void {
  if (error instanceof CallError) {
    const { message, status, reason, requestId } = error
    console.error(`${name}: ${message} (status: ${status}, reason: ${reason}, request: ${requestId})`)
  } else {
    console.error(`${name}:`, error)
  }
}
