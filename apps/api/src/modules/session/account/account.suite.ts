/** Test helper: staff of the test clinics call their own account's endpoints, with and without a second factor. */
import type { Problem } from '@foyer/contracts/problem.ts'
import { codeAt } from '../second-factor/authenticator.suite.ts'
import { cookiesOf, PASSWORD, type SessionApi } from '../session-api.suite.ts'

export interface Person {
  readonly cookie: string
  readonly token: string
}

export interface Answer {
  readonly status: number
  /** The body's `data`; undefined when the answer is a problem. */
  readonly data: Record<string, unknown> & { recoveryCodes: string[]; secret: string }
  readonly problem: Problem
  /** Cookies of the answer, with the new session's if one began. */
  readonly cookie: string
  readonly raw: Response
}

export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'

export function createPeople(api: SessionApi) {
  const read = async (raw: Response): Promise<Answer> => {
    const text = await raw.text()
    const body = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: raw.status, data: body.data, problem: body, cookie: cookiesOf(raw), raw }
  }
  const tokenOf = async (cookie: string): Promise<string> => {
    const answer = await api.request('/api/get-access-token', { headers: { cookie } })
    return ((await answer.json()) as { accessToken: string }).accessToken
  }
  const ask = async (path: string, who: Partial<Person>, body?: object): Promise<Answer> => {
    const answer = await read(
      await api.request(`/api/auth/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(who.cookie !== undefined && { cookie: who.cookie }),
          ...(who.token !== undefined && { authorization: `Bearer ${who.token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    newestSecret = answer.data?.secret ?? newestSecret
    return answer
  }

  /** The secret of the latest second-factor setup. */
  let newestSecret = 'GEZDGNBV'

  const people = {
    ask,
    async as(cookie: string): Promise<Person> {
      return { cookie, token: await tokenOf(cookie) }
    },
    async enter(email: string, password = PASSWORD): Promise<Person> {
      return people.as(cookiesOf(await api.signIn(email, password, { headers: { 'user-agent': CHROME } })))
    },
    /** 200 while the session lives. */
    async status({ cookie }: Pick<Person, 'cookie'>): Promise<number> {
      return (await api.request('/api/auth/me', { headers: { cookie } })).status
    },
    async firstStep(email: string, password = PASSWORD): Promise<Answer> {
      return read(await api.signIn(email, password))
    },
    async secondStep(cookie: string, code: string, more: { returnTo?: string } = {}): Promise<Answer> {
      const headers = { cookie, 'user-agent': CHROME }
      const body = new URLSearchParams({ code, ...more })
      return read(await api.request('/api/auth/login/second-factor', { method: 'POST', headers, body }))
    },
    /** The authenticator's code now, or `steps` half minutes from now. */
    code(secret: string, steps = 0): string {
      return codeAt(secret, api.parts.clock.now().getTime() + steps * 30_000)
    },
    /** A code that is wrong for every time step near now. */
    wrongCode(): string {
      const near = Array.from({ length: 200 }, (_, index) => people.code(newestSecret, index - 100))
      return ['000000', '000001', '000002', '000003'].find((code) => !near.includes(code)) ?? ''
    },
    /** Advances the clock, so that the code is one that was not used yet. */
    nextCode(secret: string): string {
      api.later(60_000)
      return people.code(secret)
    },
    async turnOn(email: string): Promise<Person & { secret: string; recoveryCodes: string[] }> {
      const person = await people.enter(email)
      const { secret } = (await ask('second-factor/begin', { token: person.token }, { password: PASSWORD })).data
      const confirmed = await ask('second-factor/confirm', person, { code: people.code(secret) })
      return { ...(await people.as(confirmed.cookie)), secret, recoveryCodes: confirmed.data.recoveryCodes }
    },
  }
  return people
}
