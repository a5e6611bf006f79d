import table from 'virtual:calls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { CallError } from './call-error.ts'
import { type ApiDependencies, createApi } from './client.ts'

const ok = (data: unknown = null) => Response.json({ code: 'ok', data, asOf: 1, epoch: 'e' })
const problem = (status: number, rest = {}) =>
  Response.json(
    { code: 'error', reason: 'failed', message: 'said by the server', requestId: 'r1', ...rest },
    { status },
  )

/** A client whose requests get the given answers in turn. */
function client(answers: (Response | Error)[], parts: Partial<ApiDependencies> = {}) {
  const fetch = vi.fn<ApiDependencies['fetch']>(async () => {
    const answer = answers.shift() ?? ok()
    if (answer instanceof Error) throw answer
    return answer
  })
  const onUnauthenticated = vi.fn()
  const token = { get: vi.fn(async () => 't1'), renew: vi.fn(async () => 't2') }
  const api = createApi({
    fetch,
    token,
    cookies: () => '',
    organizationId: () => 'org_active',
    userId: () => 'usr_1',
    timezone: () => 'America/Chicago',
    isAttended: () => true,
    onUnauthenticated,
    ...parts,
  })
  const request = (n: number) => {
    const [address, init] = fetch.mock.calls[n]!
    return { address, init: init!, headers: init!.headers as Record<string, string> }
  }
  return { api, fetch, token, onUnauthenticated, request }
}

const read = { query: { organizationId: 'org_1', conversationId: 'c1' } }
const close = { body: { organizationId: 'org_1', conversationId: 'c1', status: 'resolved' } }

afterEach(() => vi.useRealTimers())

describe('call', () => {
  test('carries bearer, user, organization and timezone [ROLE-04] [ROLE-05] [ROLE-06] [OPEN-043] [CALL-SESSION-01]', async () => {
    const { api, request } = client([])
    await api('agents', { query: { organizationId: 'org_active' } })
    expect(request(0).headers).toMatchObject({
      authorization: 'Bearer t1',
      userid: 'usr_1',
      organizationid: 'org_active',
      timezone: 'America/Chicago',
    })
  })

  test('carries the token a second time for the campaign service only [CALL-SESSION-02] [OPEN-046] [OPEN-082]', async () => {
    const { api, request } = client([])
    const body = { type: 'SMS', organizationId: 'org_1', phoneNumber: '5125550142', smsContent: 'Hello' } as const
    await api('sendCampaignNotification', { body })
    expect(request(0).address).toBe('/api/campaign/common/send-notification')
    expect(request(0).headers).toMatchObject({ authorization: 'Bearer t1', 'access-token': 't1', userid: 'usr_1' })
    await api('sendNotification', { body })
    expect(request(1).address).toBe('/api/main/utils/send-notification')
    expect(request(1).headers).not.toHaveProperty('access-token')
  })

  test('sends files as form parts whose type the browser sets; its refusal has its own message [CALL-INBOX-09] [ERR-16]', async () => {
    expectConsole('error')
    const { api, request } = client([ok(), problem(413)])
    const body = { organizationId: 'org_1', conversationId: 'c1', message: '', private: 'false' } as const
    const files = [new File(['one'], 'a.pdf'), new File(['two'], 'b.pdf')]
    await api('sendMessageFile', { body, files, idempotencyKey: 'k1' })
    const { init, headers } = request(0)
    const sent = init.body as FormData
    expect([...sent.keys()]).toEqual([...Object.keys(body), 'attachments', 'attachments'])
    expect([sent.get('private'), sent.getAll('attachments')]).toEqual(['false', files])
    expect(headers).toMatchObject({ 'idempotency-key': 'k1', organizationid: 'org_1' })
    expect(headers).not.toHaveProperty('content-type')
    await expect(api('sendMessageFile', { body, files })).rejects.toThrow(/^Failed to send message with files$/)
  })

  test("names the zone of the times that are sent, and this browser's where none is given [OPEN-043]", async () => {
    const { api, request } = client([ok(), ok()])
    const asked = { body: { organizationId: 'org_1', mode: 'review' as const }, files: [] }
    await api('uploadAppointments', { ...asked, timezone: 'Asia/Tokyo' })
    await api('uploadAppointments', asked)
    const zones = [request(0), request(1)].map(({ headers }) => headers.timezone)
    expect(zones[0]).toBe('Asia/Tokyo')
    expect(zones[1]).not.toBe('Asia/Tokyo')
  })

  test('says that no user is at the screen, so that it does not extend the session [OPEN-093]', async () => {
    let somebody = true
    const { api, request } = client([], { isAttended: () => somebody })
    await api('messages', read)
    expect(request(0).headers).not.toHaveProperty('activity')
    somebody = false
    await api('messages', read)
    expect(request(1).headers).toMatchObject({ activity: 'none' })
  })

  test('names the organization of its fields in the header, not the active one [ROLE-06]', async () => {
    const { api, request } = client([])
    await api('closeConversation', close)
    expect(request(0).headers.organizationid).toBe('org_1')
  })

  test('repeats the key of a list, and leaves out null and absent values [CALL-INBOX-01] [OPEN-069]', async () => {
    const { api, request } = client([])
    await api('conversations', {
      query: { organizationId: 'o 1', status: ['open', 'unassigned'], limit: 10, search: undefined },
    })
    expect(request(0).address).toBe(
      '/api/inbox/conversations?organizationId=o+1&status=open&status=unassigned&limit=10',
    )
    expect(request(0).init).toMatchObject({ method: 'GET' })
    expect(request(0).init.body).toBeUndefined()
  })

  test('sends a change as JSON, with its idempotency key', async () => {
    const { api, request } = client([])
    await api('sendMessage', {
      body: { organizationId: 'o', conversationId: 'c', message: 'hi' },
      idempotencyKey: 'key-1',
    })
    expect(request(0).headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' })
    expect(JSON.parse(String(request(0).init.body))).toEqual({
      organizationId: 'o',
      conversationId: 'c',
      message: 'hi',
    })
  })

  test('returns the whole body [OPEN-047]', async () => {
    const { api } = client([ok([1])])
    expect(await api('messages', read)).toEqual({ code: 'ok', data: [1], asOf: 1, epoch: 'e' })
  })
})

describe('failed call [ERR-14..15] [ERR-17..24] [ERR-26..28] [ERR-30..33]', () => {
  test.each([
    ['[ERR-14] [OPEN-090]', 'toggleStar', 'Network response was not ok'],
    ['[ERR-14] [OPEN-090]', 'conversations', 'Network response was not ok'],
    ['[ERR-14] [OPEN-090]', 'messages', 'Network response was not ok'],
    ['[ERR-15] [OPEN-088]', 'sendMessage', 'Failed to send message'],
    ['[ERR-17]', 'markConversationAsUnread', 'Failed to mark conversation as unread'],
    ['[ERR-18]', 'updateLastSeen', 'Failed to update last seen'],
    ['[ERR-19]', 'addCannedMessage', 'Failed to create canned message'],
    ['[ERR-20]', 'removeCannedMessage', 'Failed to delete canned message'],
    ['[ERR-21]', 'updateCannedMessage', 'Failed to update canned message'],
    ['[ERR-22]', 'closeConversation', 'Failed to close conversation'],
    ['[ERR-23]', 'cannedMessages', 'Failed to fetch canned messages'],
    // The specification's wording, although the call searches for users.
    ['[ERR-24]', 'searchUsers', 'Failed to fetch canned messages'],
    ['[ERR-26]', 'createWithMessage', 'Failed to create conversation'],
    ['[ERR-27]', 'markConversationRequest', 'Failed to mark request for conversation'],
    ['[ERR-28]', 'assignMessage', 'Failed to assign message'],
    ['[ERR-29]', 'markConfirmed', 'Failed to mark appointment as confirmed'],
    ['[ERR-30]', 'blockPhoneNumber', 'Failed to block phone number'],
    ['[ERR-31]', 'agents', 'Failed fetching agents'],
    ['[ERR-31]', 'agentsBasedOnRole', 'Failed fetching agents'],
    ['[ERR-32]', 'patientsWithSameNumber', 'Failed fetching users with same number'],
    ['[ERR-33]', 'createImportAndAssign', 'Failed to create import and assign conversation'],
  ] as const)(
    'throws and logs its own message once, whatever the status: %s %s "%s" [ERR-36]',
    async (_ids, name, message) => {
      const logged = expectConsole('error')
      for (const status of [400, 401, 404, 500]) {
        // The second answer is for the retry with another bearer.
        const { api } = client([problem(status), problem(status)])
        const call = (api as (call: string, options: object) => Promise<unknown>)(name, {
          query: {},
          body: {},
          params: { id: 'p1' },
        })
        await expect(call).rejects.toMatchObject({ name: 'CallError', message, status })
      }
      expect(logged).toHaveBeenCalledTimes(4)
    },
  )

  test('throws the common message when it has none of its own [OPEN-090]', async () => {
    expectConsole('error')
    const common = Object.entries(table).flatMap(([name, { failure }]) => (failure === undefined ? name : []))
    const paths = common.map((name) => table[name as keyof typeof table].path)
    for (const path of ['conversation', 'conversations', 'messages', 'messages/patient', 'conversations/attachments'])
      expect(paths).toContain(`/api/inbox/${path}`)
    for (const path of ['conversations/toggle-star', 'assign-conversation', 'assign-to-staff', 'patient-conversation'])
      expect(paths).toContain(`/api/inbox/${path}`)
    for (const name of common) {
      const { api } = client([problem(400)])
      const call = (api as (call: string, options: object) => Promise<unknown>)(name, {
        query: {},
        body: {},
        params: { id: 'p1' },
      })
      await expect(call, name).rejects.toThrow(/^Network response was not ok$/)
    }
  })

  test.each(['appointmentList', 'dueDateList', 'pastAppointments'] as const)(
    'throws that appointments were not fetched: %s [ERR-25] [OPEN-091] [ERR-36]',
    async (name) => {
      const logged = expectConsole('error')
      for (const status of [400, 404, 500]) {
        const call = client([problem(status)]).api as (call: string, options: object) => Promise<unknown>
        const asked = call(name, { query: {}, params: { id: 'p1' } })
        await expect(asked).rejects.toThrow(/^Failed to fetch appointments$/)
      }
      expect(logged).toHaveBeenCalledTimes(3)
    },
  )

  test.each(['sendReminder', 'sendReminders'] as const)(
    'throws the server’s message about a reminder, and its own without one: %s [ERR-34] [ERR-35]',
    async (name) => {
      expectConsole('error')
      const reminded = async (answer: Response) => {
        const call = client([answer]).api as (call: string, options: object) => Promise<unknown>
        return call(name, { body: {} })
      }
      const refused = Response.json({ message: 'Patient opted out' }, { status: 400 })
      await expect(reminded(refused)).rejects.toMatchObject({ message: 'Patient opted out', status: 400 })
      const silent = [new Response('', { status: 500 }), Response.json({}, { status: 500 })]
      for (const answer of [...silent, new Response('<html>', { status: 502 })])
        await expect(reminded(answer)).rejects.toThrow(/^Failed to send reminder$/)
    },
  )

  test('throws its status, its reason and the data to check', async () => {
    const logged = expectConsole('error')
    const { api } = client([problem(409, { reason: 'stale', data: { id: 'c1', name: 'Rosalind Carver' } })])
    await expect(api('closeConversation', close)).rejects.toMatchObject({
      message: 'Failed to close conversation',
      status: 409,
      reason: 'stale',
      requestId: 'r1',
      data: { id: 'c1' },
    })
    // [SEC-11] The answer's data is for the screen, not for the log.
    expect(JSON.stringify(logged.mock.calls)).not.toContain('Rosalind')
  })

  test('includes a 2xx answer without the code ok [ERR-18] [OPEN-073]', async () => {
    expectConsole('error')
    const { api } = client([Response.json({ code: 'error' }), Response.json({}), new Response('<html>')])
    const seen = () => api('updateLastSeen', { body: { organizationId: 'o', conversationId: 'c' } })
    for (let n = 0; n < 3; n += 1) await expect(seen()).rejects.toThrow('Failed to update last seen')
    await expect(seen()).resolves.toMatchObject({ code: 'ok' })
  })

  test('rethrows and logs a network failure unchanged [ERR-36]', async () => {
    const logged = expectConsole('error')
    const failure = new TypeError('Failed to fetch')
    await expect(client([failure]).api('messages', read)).rejects.toBe(failure)
    expect(logged).toHaveBeenCalledTimes(1)
  })

  test('reads the bytes of a named call with its credentials [OPEN-046]', async () => {
    const { api, request } = client([new Response('csv'), new Response('png')])
    await api.blob('/api/campaign/appointments/export?sort=x', undefined, 'exportAppointments')
    expect(request(0).headers).toMatchObject({ 'access-token': 't1', userid: 'usr_1', organizationid: 'org_active' })
    await api.blob('/api/inbox/attachments/f1?organizationId=org_1')
    expect(request(1).headers).toMatchObject({ organizationid: 'org_1' })
    expect(request(1).headers).not.toHaveProperty('access-token')
  })

  test('is not sent when a file’s address is on another server, so the bearer stays here [T17]', async () => {
    const { api, fetch, token } = client([])
    const elsewhere = [
      'https://evil.test/api/x',
      '//evil.test/api/x',
      '/\\evil.test/api/x',
      'api/inbox',
      '/sandbox',
      '',
    ]
    for (const address of elsewhere) await expect(api.blob(address), address).rejects.toThrow('of this server')
    expect([fetch.mock.calls, token.get.mock.calls]).toEqual([[], []])
  })

  test('rejects with the caller’s own reason when the caller aborts, and logs nothing', async () => {
    const given = new AbortController()
    const fetch: ApiDependencies['fetch'] = async (_address, init) => {
      given.abort(new Error('left'))
      throw init?.signal?.reason
    }
    await expect(client([], { fetch }).api('messages', { ...read, signal: given.signal })).rejects.toThrow('left')
  })
})

describe('refused bearer', () => {
  test('is renewed once, and the call repeated', async () => {
    const { api, token, request, onUnauthenticated } = client([problem(401), ok('second')])
    await expect(api('messages', read)).resolves.toMatchObject({ data: 'second' })
    expect(token.renew).toHaveBeenCalledExactlyOnceWith('t1')
    expect(request(1).headers.authorization).toBe('Bearer t2')
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('makes the client check the session when it is refused twice, and the call fails [OPEN-045]', async () => {
    expectConsole('error')
    const { api, fetch, onUnauthenticated } = client([problem(401), problem(401)])
    await expect(api('closeConversation', close)).rejects.toMatchObject({ status: 401 })
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  test.each(['disabled', 'user_mismatch'])(
    'makes the client check the session when the reason is %s [OPEN-045]',
    async (reason) => {
      expectConsole('error')
      const { api, fetch, onUnauthenticated } = client([
        problem(403, { reason }),
        problem(403, { reason: 'not_allowed' }),
      ])
      await expect(api('messages', read)).rejects.toMatchObject({ status: 403, reason })
      expect(onUnauthenticated).toHaveBeenCalledTimes(1)
      await expect(api('messages', read)).rejects.toMatchObject({ status: 403 })
      expect([fetch.mock.calls.length, onUnauthenticated.mock.calls.length]).toEqual([2, 1])
    },
  )

  test('makes the client check the session when nobody is signed in to get a token [OPEN-045]', async () => {
    expectConsole('error')
    const token = { get: () => Promise.reject(new CallError(undefined, 401, null)), renew: vi.fn() }
    const { api, fetch, onUnauthenticated } = client([], { token })
    await expect(api('messages', read)).rejects.toMatchObject({ status: 401 })
    expect(fetch).not.toHaveBeenCalled()
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })
})
