/** From a call and an input to the answer of the API, over real HTTP and with the credentials that the call asks for. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { type Problem, problemSchema } from '@foyer/contracts/problem.ts'
import { expect } from 'vitest'
import { ask as askPlainly } from '../support/plain-http.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import type { Clinics } from './clinics.ts'
import { credentialsOf } from './credentials.ts'
import { type Fields, type GoodInput, goodInput, type Stands } from './examples.ts'
import { putAccountsBack } from './kept-session.ts'
import type { StoreState } from './store-state.ts'

export interface Input {
  /** Absent: the good ones. */
  readonly params?: Fields
  /** A text goes as it stands, without its question mark. */
  readonly query: Fields | string
  /** Likewise. */
  readonly body: Fields | string
  /** In place of the type that the call asks for. */
  readonly type?: string
  /** Of a call that takes files; one that is good if nothing is said. */
  readonly files?: readonly SentFile[]
}

interface SentFile {
  readonly name: string
  readonly content: string
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

/** What could not be called again as it was. */
const CHANGES_AN_ACCOUNT: readonly CallName[] = [
  ...(['signOutEverywhere', 'changePassword', 'revokeSession', 'resetPassword', 'signInSecondStep'] as const),
  ...(['confirmSecondFactor', 'endSecondFactor', 'renewRecoveryCodes'] as const),
]

/** What tests speak of by name. */
export interface Known {
  /** A conversation of Cedar's, and a message in it. */
  readonly conversationId: string
  readonly messageId: string
  /** A file of another message. */
  readonly attachmentId: string
  /** An instant that is to come. */
  readonly later: string
  /** Who chats with Cedar. */
  readonly visitor: ChatVisitor
  /** The secrets of two invitations' links: one is looked at, the other one accepted. */
  readonly linkTokens: readonly [string, string]
  readonly stands: Stands
}

export interface Asking {
  readonly clinics: Clinics
  readonly known: Known
  good(name: CallName): GoodInput
  ask(name: CallName, input: Input, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Asks, and holds the refusal to what every refusal is: its shape, its number, and a store that is as it was. */
  refused(name: CallName, input: Input, headers?: Readonly<Record<string, string>>): Promise<Problem & Answer>
  store(): Promise<StoreState>
}

export function createAsking(clinics: Clinics, known: Known, store: () => Promise<StoreState>): Asking {
  // As of the last look, while everything since then was refused.
  let seen: StoreState | undefined

  const ask: Asking['ask'] = async (name, input, headers) => {
    const call = callOf(name)
    const path = `${fillPath(call.path, input.params ?? goodInput(call, known.stands).params)}${queryOf(input.query)}`
    const { body, type } = bodyOf(call, input)
    const {
      status,
      headers: heard,
      text,
    } = await askPlainly(clinics.url + path, {
      method: call.method,
      headers: {
        ...(type && { 'content-type': input.type ?? type }),
        ...(headers ?? credentialsOf(call).right(clinics, { path, body, visitor: known.visitor })),
      },
      ...(body !== undefined && { body }),
    })
    if (status < 400) seen = undefined
    if (CHANGES_AN_ACCOUNT.includes(name) && status < 400) await putAccountsBack(clinics)
    return { status, headers: heard, body: readJson(text) }
  }

  return {
    ...{ clinics, known, ask, store },
    good: (name) => goodInput(callOf(name), known.stands),
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

/** [OPEN-047] The one shape of every error, and nothing beside it. */
export function problemOf({ status, headers, body }: Answer): Problem {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  const problem = exactProblem.parse(body)
  expect(problem.requestId).toBe(headers.get('x-request-id'))
  expect(headers.get('cache-control')).toBe('no-store')
  return problem
}

/** Of two refusals that must not be told apart. */
export function withoutNumber(answer: Answer): unknown {
  return { status: answer.status, body: { ...(answer.body as object), requestId: '' } }
}

function queryOf(query: Input['query']): string {
  const search = typeof query === 'string' ? query : pairsOf(query).toString()
  return search === '' ? '' : `?${search}`
}

function bodyOf(call: AnyCall, { body, files = SAMPLE }: Input): { body?: string; type?: string } {
  if (call.method === 'GET') return {}
  if (call.files)
    return { body: typeof body === 'string' ? body : multipartOf(call.files.part, body, files), type: MULTIPART }
  const type = call.form ? 'application/x-www-form-urlencoded' : 'application/json'
  if (typeof body === 'string') return { body, type }
  return { body: call.form ? pairsOf(body).toString() : JSON.stringify(body), type }
}

/** A file that a phone can be sent, in plain ASCII. */
const SAMPLE: readonly SentFile[] = [{ name: 'plan.pdf', content: '%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n' }]
const BOUNDARY = 'the-edge-of-a-part'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** As a browser writes it: what would end a name is escaped, whatever is in a value stays. */
function multipartOf(part: string, fields: Fields, files: readonly SentFile[]): string {
  const quoted = (name: string) => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
  const parts = [
    ...[...pairsOf(fields)].map(([name, value]) => `name="${quoted(name)}"\r\n\r\n${value}`),
    ...files.map(({ name, content }) => `name="${part}"; filename="${quoted(name)}"\r\n\r\n${content}`),
  ]
  return `${parts.map((one) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${one}\r\n`).join('')}--${BOUNDARY}--\r\n`
}

/** Lists are repeated. */
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
