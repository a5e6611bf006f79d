/** The calls of the chat. The visitor begins with the first message; a token that ran out is renewed and the call made again. */

/**
 * The clinic refused, in words that can be shown. Any other error means that no answer came.
 * @public Tests load this file by its address.
 */
export class Refused extends Error {
  constructor({ status, message, retryMs }) {
    super(message)
    this.status = status
    this.retryMs = retryMs
  }

  /** Whether to ask again would be of no use. */
  get isFinal() {
    return this.status < 500 && this.status !== 429 && this.status !== 401
  }
}

export function createApi({ organizationId, store, fetch }) {
  let token = null
  /** One way to a token at a time. */
  let asking = null

  async function call(path, { method = 'POST', body, bearer } = {}) {
    const headers = {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
    }
    const answer = await fetch(`/api/chat/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const reply = await answer.json().catch(() => ({}))
    if (answer.ok) return reply
    const seconds = Number(answer.headers.get('Retry-After'))
    throw new Refused({
      status: answer.status,
      message: reply.message ?? 'The clinic could not be reached.',
      retryMs: seconds > 0 ? seconds * 1000 : null,
    })
  }

  async function begin() {
    const { data } = await call('session', { body: { organizationId } }).catch((error) => {
      if (error.status !== 404) throw error
      throw new Refused({ ...error, message: 'The clinic takes no messages here any more. Please call.' })
    })
    const { visitorId, secret } = data
    // Another tab may have been quicker: one visitor, one conversation.
    if (store.read('visitor')) return renew(store.read('visitor'))
    store.write('visitor', { visitorId, secret })
    return data.token
  }

  async function renew(visitor) {
    try {
      return (await call('token', { body: { organizationId, ...visitor } })).data.token
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error
      // The clinic knows them no more.
      store.remove('visitor')
      return null
    }
  }

  async function ask(mayBegin) {
    const visitor = store.read('visitor')
    const renewed = visitor && (await renew(visitor))
    return renewed ?? (mayBegin ? begin() : null)
  }

  async function tokenFor(mayBegin) {
    if (token !== null) return token
    asking ??= ask(mayBegin).finally(() => {
      asking = null
    })
    token = await asking
    return token
  }

  async function authorized(path, request, mayBegin = false) {
    const first = await tokenFor(mayBegin)
    if (first === null) return null
    try {
      return await call(path, { ...request, bearer: first })
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error
      if (token === first) token = null
      const second = await tokenFor(mayBegin)
      return second === null ? null : call(path, { ...request, bearer: second })
    }
  }

  return {
    /** Whether somebody wrote from here before. */
    isKnown: () => store.read('visitor') !== null,
    /** For the live connection; null while there is nobody. */
    token: () => tokenFor(false),
    forgetToken() {
      token = null
    },
    /** What greets a new visitor; null if nothing does. */
    welcome: async (page) => {
      const query = new URLSearchParams({ organizationId, ...(page && { page }) })
      return (await call(`welcome?${query}`, { method: 'GET' })).data
    },
    send: async ({ clientId, message }, welcome) => {
      const body = { clientId, message, ...(welcome && { welcome }) }
      return (await authorized('messages', { body }, true)).data
    },
    /** Null where there is nobody to read as. */
    read: (after) => {
      const query = after === null ? '' : `?after=${encodeURIComponent(after)}`
      return authorized(`messages${query}`, { method: 'GET' })
    },
    seen: (upTo) => authorized('seen', { body: { upTo } }),
  }
}
