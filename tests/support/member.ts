/** A staff member without a browser: signs in and makes calls, as any HTTP client would. */
import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@foyer/contracts/call.ts'
import { type CallName, type Calls, calls } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { auditKind } from '../../apps/api/src/modules/audit/audit-kinds.rules.ts'
import { ask, type Reply } from './plain-http.ts'
import { until } from './until.ts'
import { BUSY_MS, untilServed } from './until-served.ts'
import { DEMO_PASSWORD } from './world.ts'

type Input<Name extends CallName> = {
  params?: ParamsOf<Calls[Name]>
  query?: QueryOf<Calls[Name]>
  body?: BodyOf<Calls[Name]>
  /** For calls that upload files. */
  files?: readonly File[]
  key?: string
  /** The header of calls whose query and body name no organization. */
  organizationId?: string
}

export interface Member {
  readonly email: string
  readonly cookie: string
  readonly token: string
  /**
   * Makes a call and returns its reply; throws a refusal. A call that a busy API refuses is repeated if that can do
   * nothing twice.
   */
  call<Name extends CallName>(name: Name, input?: Input<Name>): Promise<ReplyOf<Calls[Name]>>
}

export class CallFailed extends Error {
  readonly status: number
  readonly problem: unknown

  constructor(name: string, status: number, problem: unknown) {
    super(`${name} answered ${status}: ${JSON.stringify(problem)}`)
    this.status = status
    this.problem = problem
  }
}

export async function signIn(url: string, email: string, password = DEMO_PASSWORD): Promise<Member> {
  const login = await until(async () => {
    const body = new URLSearchParams({ email, password, returnTo: '/inbox' })
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', redirect: 'manual', body })
    // A busy service asks its callers to try again.
    if (answer.status === 503) throw new Error(`${email} could not sign in: ${await answer.text()}`)
    return answer
  })
  const cookie = login.headers
    .getSetCookie()
    .find((one) => one.startsWith('session='))
    ?.split(';')[0]
  if (login.status !== 302 || !cookie)
    throw new Error(`${email} could not sign in: ${login.status} ${await login.text()}`)
  const token = await until(async () => {
    const answer = await fetch(`${url}/api/get-access-token`, { headers: { cookie } })
    const { accessToken } = (await answer.json()) as { accessToken?: string }
    if (accessToken === undefined) throw new Error(`${email} got no access token: ${answer.status}`)
    return accessToken
  }, BUSY_MS)
  return {
    email,
    cookie,
    token,
    async call(name, input = {}) {
      const { method, path, files } = calls[name] as AnyCall
      const address = `${url}${fillPath(path, input.params)}${searchOf(input.query)}`
      const form = files && formOf(input.body, files.part, input.files)
      const headers = {
        authorization: `Bearer ${token}`,
        // Campaign calls name the user three times. [SEC-02]
        ...(path.startsWith('/api/campaign/') ? { 'access-token': token, userid: subjectOf(token) } : {}),
        ...(input.body && !form ? { 'content-type': 'application/json' } : {}),
        ...(input.key ? { 'idempotency-key': input.key } : {}),
        ...(input.organizationId ? { organizationid: input.organizationId } : {}),
      }
      const send = () =>
        form
          ? sendForm(address, { method, headers, body: form })
          : ask(address, { method, headers, ...(input.body ? { body: JSON.stringify(input.body) } : {}) })
      const { status, text } = mayRepeat(name, input.key) ? await untilServed(send) : await send()
      const reply: unknown = JSON.parse(text)
      if (status >= 300) throw new CallFailed(name, status, reply)
      return reply as never
    },
  }
}

/** A change may have happened although its answer is 503: its commit succeeded and the connection broke then. */
function mayRepeat(name: CallName, key: string | undefined): boolean {
  const { method, path, idempotent } = calls[name] as AnyCall
  return method === 'GET' || auditKind(`${method} ${path}`) === 'read' || (idempotent === true && key !== undefined)
}

async function sendForm(url: string, request: RequestInit): Promise<Reply> {
  const answer = await fetch(url, request)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

function formOf(fields: object = {}, part: string, files: readonly File[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  for (const file of files) form.append(part, file)
  return form
}

/** Returns the user id that an access token is for. */
function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub: string }).sub
}
