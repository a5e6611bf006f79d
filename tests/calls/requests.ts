/** Sends a call's input to the API over real HTTP, with the credentials that the call needs. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { type Problem, problemSchema } from '@foyer/contracts/problem.ts'
import { expect } from 'vitest'
import { ask as askPlainly } from '../support/plain-http.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { CEDAR, type Clinics } from './clinics.ts'
import { credentialsOf } from './credentials.ts'
import { type Fields, type GoodInput, goodInput, type Replacements } from './examples.ts'
import { putAccountsBack } from './kept-session.ts'
import { connectAgain } from './listing-rows.ts'
import type { StoreState } from './store-state.ts'

export interface Input {
  /** Absent: the good input's parameters. */
  readonly params?: Fields
  /** A text is sent unchanged, without its question mark. */
  readonly query: Fields | string
  /** A text is sent unchanged. */
  readonly body: Fields | string
  /** Replaces the content type of the call. */
  readonly type?: string
  /** The organization that the header names, for a call that declares the header; null: without it. Absent: Cedar. */
  readonly organizationId?: string | null
  /** The files of an upload call; the default is one valid file. */
  readonly files?: readonly SentFile[]
}

interface SentFile {
  readonly name: string
  readonly content: string | Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export const callNames = Object.keys(calls) as CallName[]
export const callOf = (name: CallName): AnyCall => calls[name]
export const withAccess = (...access: AnyCall['access'][]) =>
  callNames.filter((name) => access.includes(callOf(name).access))
export const needsOrganization = withAccess('member', 'admin')

/** Calls that can't be repeated, because they change an account. */
const CHANGES_AN_ACCOUNT: readonly CallName[] = [
  ...(['signOutEverywhere', 'changePassword', 'revokeSession', 'resetPassword', 'signInSecondStep'] as const),
  ...(['confirmSecondFactor', 'endSecondFactor', 'renewRecoveryCodes'] as const),
]

/** The records that tests refer to. */
export interface Known {
  /** A conversation of Cedar, and a message in it. */
  readonly conversationId: string
  readonly messageId: string
  /** A file of another message. */
  readonly attachmentId: string
  /** An instant in the future. */
  readonly later: string
  /** A visitor of Cedar's chat. */
  readonly visitor: ChatVisitor
  /** The tokens of two invitation links: one is looked at, the other accepted. */
  readonly linkTokens: readonly [string, string]
  readonly replacements: Replacements
}

export interface Asking {
  readonly clinics: Clinics
  readonly known: Known
  good(name: CallName): GoodInput
  ask(name: CallName, input: Input, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Makes a call that must be refused, and checks the refusal: its shape, its request id, and an unchanged store. */
  refused(name: CallName, input: Input, headers?: Readonly<Record<string, string>>): Promise<Problem & Answer>
  store(): Promise<StoreState>
}

export function createAsking(clinics: Clinics, known: Known, store: () => Promise<StoreState>): Asking {
  // The state at the last comparison, while every call since was refused.
  let seen: StoreState | undefined

  const ask: Asking['ask'] = async (name, input, headers) => {
    const call = callOf(name)
    const path = `${fillPath(call.path, input.params ?? goodInput(call, known.replacements).params)}${queryOf(input.query)}`
    const { body, type } = bodyOf(call, input)
    const {
      status,
      headers: heard,
      text,
    } = await askPlainly(clinics.url + path, {
      method: call.method,
      headers: {
        ...(type && { 'content-type': input.type ?? type }),
        ...organizationHeader(call, input),
        ...(IS_ZONED.test(call.path) && { timezone: 'America/Chicago' }),
        ...(headers ?? credentialsOf(call).right(clinics, { path, body: textOf(body), visitor: known.visitor })),
      },
      ...(body !== undefined && { body }),
    })
    if (status < 400) seen = undefined
    if (CHANGES_AN_ACCOUNT.includes(name) && status < 400) await putAccountsBack(clinics)
    if (name === 'disconnectListings' && status < 400) await connectAgain(clinics)
    return { status, headers: heard, body: readJson(text) }
  }

  return {
    ...{ clinics, known, ask, store },
    good: (name) => goodInput(callOf(name), known.replacements),
    async refused(name, input, headers) {
      const before = seen ?? (await store())
      const answer = await ask(name, input, headers)
      const problem = problemOf(answer)
      seen = await store()
      expect(seen, `${name} was refused and changed the store`).toEqual(before)
      return { ...answer, ...problem }
    },
  }
}

const exactProblem = problemSchema.strict()

/** [OPEN-047] Checks that an error has the one shape of problems, and nothing else. */
export function problemOf({ status, headers, body }: Answer): Problem {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  const problem = exactProblem.parse(body)
  expect(problem.requestId).toBe(headers.get('x-request-id'))
  expect(headers.get('cache-control')).toBe('no-store')
  return problem
}

/** Clears the request id, which differs in every answer. */
export function withoutRequestId(answer: Answer): unknown {
  return { status: answer.status, body: { ...(answer.body as object), requestId: '' } }
}

/** The input with another organization: in the path, in its own field, in the JSON of `query`, or in the header. */
export function named({ params, query, body }: GoodInput, organizationId: string): Input & { readonly query: Fields } {
  const exchanged = (fields: Fields): Fields => {
    const { query: asked } = fields
    const inJson = typeof asked === 'string' && { query: asked.replace(CEDAR.id, organizationId) }
    return { ...fields, ...inJson, ...('organizationId' in fields && { organizationId }) }
  }
  return { params: exchanged(params), query: exchanged(query), body: exchanged(body), organizationId }
}

function organizationHeader({ organization }: AnyCall, { organizationId = CEDAR.id }: Input) {
  return organization === 'header' && organizationId !== null ? { organizationid: organizationId } : {}
}

/** A signature covers a form's text; calls with files have none. */
function textOf(body: string | Buffer | undefined): string | undefined {
  return typeof body === 'string' ? body : undefined
}

function queryOf(query: Input['query']): string {
  const search = typeof query === 'string' ? query : pairsOf(query).toString()
  return search === '' ? '' : `?${search}`
}

function bodyOf(call: AnyCall, { body, files = samplesOf(call) }: Input): { body?: string | Buffer; type?: string } {
  if (call.method === 'GET') return {}
  if (call.files)
    return { body: typeof body === 'string' ? body : multipartOf(call.files.part, body, files), type: MULTIPART }
  const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json'
  if (typeof body === 'string') return { body, type }
  return { body: call.form ? pairsOf(body).toString() : JSON.stringify(body), type }
}

/** A small PDF in plain ASCII, which a phone can receive. */
const SAMPLE: readonly SentFile[] = [{ name: 'plan.pdf', content: '%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n' }]
/** A PNG of 64 by 64 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEWKWjwk42rVAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQoz2NgGAWjgHwAAAJAAAGMxat3AAAAAElFTkSuQmCC'
const TAKES_A_PICTURE = /\/(doctor\/upload-|fax\/)/

const TAKES_A_SHEET = /\/(read-excel|demographics-upload|provider-upload|upload-insurance-providers|upload-referrals)\b/
/** These calls name the zone of the times in their file. */
const IS_ZONED = /\/appointments\/demographics-upload$/

function samplesOf({ path }: AnyCall): readonly SentFile[] {
  if (TAKES_A_SHEET.test(path)) return [{ name: 'patients.csv', content: 'MRN,Name\n00042,Rosalind Carver\n' }]
  return TAKES_A_PICTURE.test(path) ? [{ name: 'okafor.png', content: Buffer.from(PICTURE, 'base64') }] : SAMPLE
}

const BOUNDARY = 'the-edge-of-a-part'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** Writes a multipart body like a browser: characters that would end a name are escaped, values stay unchanged. */
function multipartOf(part: string, fields: Fields, files: readonly SentFile[]): Buffer {
  const quoted = (name: string) => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
  const parts: readonly (readonly [head: string, value: string | Buffer])[] = [
    ...[...pairsOf(fields)].map(([name, value]) => [`name="${quoted(name)}"`, value] as const),
    ...files.map(({ name, content }) => [`name="${part}"; filename="${quoted(name)}"`, content] as const),
  ]
  const written = parts.flatMap(([head, value]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Repeats the name for each list item. */
function pairsOf(fields: Fields): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  )
  return new URLSearchParams(pairs)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
