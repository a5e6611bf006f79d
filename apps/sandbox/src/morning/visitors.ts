/**
 * Visitors of the clinics' web pages: they chat by the calls that the chat page makes. A visitor who comes back is the one from
 * before, by the secret that the API gave.
 */
import { backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { Timers } from '../clock.ts'

export interface Visitors {
  /** Resolves once the API has taken the line, or the visitor has left; rejects where the API refused it or did not answer in several tries. */
  say(visitor: string, line: { readonly organizationId: string; readonly body: string }): Promise<void>
  /** The visitor closes the page: what is still unsent is dropped. */
  leave(visitor: string): void
  /** Everybody leaves, and is forgotten. */
  clear(): void
}

interface Known {
  readonly organizationId: string
  readonly visitorId: string
  readonly secret: string
}

interface Page {
  readonly left: AbortController
  token: string | null
  /** One line after the other. */
  said: Promise<void>
}

const ANSWER_MS = 10_000
const TRIES = 8
const RETRIES = { firstMs: 500, mostMs: 8_000 }

export function createVisitors({
  apiUrl,
  timers,
  newId,
}: {
  readonly apiUrl: string
  readonly timers: Timers
  newId(): string
}): Visitors {
  const known = new Map<string, Known>()
  const pages = new Map<string, Page>()

  async function post<T>(path: string, body: object, { left, token }: Page): Promise<T> {
    const answer = await fetch(`${apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.any([left.signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    if (!answer.ok) throw new Refused(answer.status)
    return ((await answer.json()) as { data: T }).data
  }

  /** The token of a visitor who was here before, or of a new one. */
  async function comeIn(visitor: string, organizationId: string, page: Page): Promise<string> {
    const before = known.get(visitor)
    if (before) {
      try {
        return (await post<{ token: string }>('/api/chat/token', before, page)).token
      } catch (error) {
        // The API began with an empty store: nobody is known there.
        if (!(error instanceof Refused) || error.status >= 500 || error.status === 429) throw error
        known.delete(visitor)
      }
    }
    const made = await post<{ visitorId: string; secret: string; token: string }>(
      '/api/chat/session',
      { organizationId },
      page,
    )
    known.set(visitor, { organizationId, visitorId: made.visitorId, secret: made.secret })
    return made.token
  }

  async function tell(visitor: string, organizationId: string, body: string, page: Page): Promise<void> {
    const line = { clientId: newId(), message: body }
    for (let tried = 1; ; tried++) {
      try {
        page.token ??= await comeIn(visitor, organizationId, { ...page, token: null })
        await post('/api/chat/messages', line, page)
        return
      } catch (error) {
        if (page.left.signal.aborted) return
        if (error instanceof Refused && error.status === 401) page.token = null
        else if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error
        if (tried === TRIES) throw error
        await new Promise<void>((resolve) => timers.after(backoffMs(RETRIES, tried), resolve))
      }
    }
  }

  function leave(visitor: string) {
    pages.get(visitor)?.left.abort()
    pages.delete(visitor)
  }

  return {
    say(visitor, { organizationId, body }) {
      const page = pages.get(visitor) ?? { left: new AbortController(), token: null, said: Promise.resolve() }
      pages.set(visitor, page)
      const said = page.said.then(() => tell(visitor, organizationId, body, page))
      page.said = said.catch(() => undefined)
      return said
    },
    leave,
    clear() {
      for (const visitor of [...pages.keys()]) leave(visitor)
      known.clear()
    },
  }
}

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The API answered ${status}.`)
    this.status = status
  }
}
