/** GraphQL of the main API, of notes and of public forms. */

import { bodyOf, type Fetch } from './fetch-helper.ts'
import type { AccessToken } from './held-token.ts'

export const MAIN_GRAPHQL = '/api/main/graphql'
const NOTES_GRAPHQL = '/api/notes/graphql'
const INTAKE_GRAPHQL = '/api/intake/graphql'
const TIMEOUT_MS = 10_000

/** One of the errors that an answer lists. */
export interface GraphqlError {
  readonly message: string
  readonly extensions?: {
    readonly reason?: string
    readonly requestId?: string
    readonly issues?: unknown
    readonly data?: unknown
    readonly retryAfterS?: number
  }
}

export interface GraphqlRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export type AskGraphql = <Data>(request: GraphqlRequest) => Promise<Data>

interface GraphqlServices {
  readonly fetch: Fetch
  readonly token: AccessToken
}

/** [CALL-GQL-01] Posts a query or a mutation with the bearer token; a token that is refused is renewed once. */
export function mainGraphql<Data>(services: GraphqlServices, request: GraphqlRequest): Promise<Data> {
  return withBearer(MAIN_GRAPHQL, services, request)
}

/** [CALL-GQL-05] The same for notes about patients. */
export function notesGraphql<Data>(services: GraphqlServices, request: GraphqlRequest): Promise<Data> {
  return withBearer(NOTES_GRAPHQL, services, request)
}

/** [CALL-GQL-04] The same for public forms, without a token. */
export async function intakeGraphql<Data>(
  { fetch }: Pick<GraphqlServices, 'fetch'>,
  request: GraphqlRequest,
): Promise<Data> {
  return dataOf<Data>(await bodyOf(await post(fetch, INTAKE_GRAPHQL, request)))
}

async function withBearer<Data>(
  path: string,
  { fetch, token }: GraphqlServices,
  request: GraphqlRequest,
): Promise<Data> {
  const ask = (bearer: string) => post(fetch, path, request, { authorization: `Bearer ${bearer}` })
  const bearer = await token.get()
  const response = await ask(bearer)
  const answered = response.status === 401 ? await ask(await token.renew(bearer)) : response
  return dataOf<Data>(await bodyOf(answered))
}

function post(
  fetch: Fetch,
  path: string,
  { query, variables, headers = {} }: GraphqlRequest,
  credentials: Readonly<Record<string, string>> = {},
) {
  return fetch(path, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json', ...credentials },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}

/** [CALL-GQL-02] [CALL-GQL-03] The data of an answer; errors are thrown as their list. */
export function dataOf<Data>(answer: unknown): Data {
  const { data, errors } = (answer ?? {}) as { data?: Data | null; errors?: readonly GraphqlError[]; message?: string }
  if (Array.isArray(errors)) throw errors
  if (data === undefined || data === null) throw [refusedOf(answer)]
  return data
}

/** An answer that is none of GraphQL: the request itself was refused. */
function refusedOf(answer: unknown): GraphqlError {
  const { message, reason, requestId } = (answer ?? {}) as Record<string, unknown>
  return {
    message: typeof message === 'string' ? message : 'No answer',
    extensions: {
      ...(typeof reason === 'string' && { reason }),
      ...(typeof requestId === 'string' && { requestId }),
    },
  }
}
