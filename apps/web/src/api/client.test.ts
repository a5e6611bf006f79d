import table from 'virtual:calls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { CallError } from './call-error.ts'
import { type ApiParts, createApi } from './client.ts'

const ok = (data: unknown = null) => Response.json({ code: 'ok', data, asOf: 1, epoch: 'e' })
const problem = (status: number, rest = {}) =>
  Response.json(
    { code: 'error', reason: 'failed', message: 'said by the server', requestId: 'r1', ...rest },
    { status },
  )

/** A client whose requests are answered in turn. */
function client(answers: (Response | Error)[], parts: Partial<ApiParts> = {}) {
  const fetch = vi.fn<ApiParts['fetch']>(async () => {
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

describe('what a call carries', () => {
  test('[ROLE-04] [ROLE-05] [ROLE-06] [OPEN-043] [CALL-SESSION-01] bearer, user, organization and timezone', async () => {
    const { api, request } = client([])
    await api('agents', { query: { organizationId: 'org_active' } })
    expect(request(0).headers).toMatchObject({
      authorization: 'Bearer t1',
      userid: 'usr_1',
      organizationid: 'org_active',
      timezone: 'America/Chicago',
    })
  })

  test('[CALL-SESSION-02] [OPEN-046] [OPEN-082] the campaign service gets the token a second time, the others do not', async () => {
    const { api, request } = client([])
    const body = { type: 'SMS', organizationId: 'org_1', phoneNumber: '5125550142', smsContent: 'Hello' } as const
    await api('sendCampaignNotification', { body })
    expect(request(0).address).toBe('/api/campaign/common/send-notification')
    expect(request(0).headers).toMatchObject({ authorization: 'Bearer t1', 'access-token': 't1', userid: 'usr_1' })
    await api('sendNotification', { body })
    expect(request(1).address).toBe('/api/main/utils/send-notification')
    expect(request(1).headers).not.toHaveProperty('access-token')
  })

  test('[CALL-INBOX-09] [ERR-16] files go as parts of a form whose type the browser sets; refused, it throws its own words', async () => {
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

  test('[OPEN-093] that nobody is behind it, where nobody is: it is no use of the session then', async () => {
    let somebody = true
    const { api, request } = client([], { isAttended: () => somebody })
    await api('messages', read)
    expect(request(0).headers).not.toHaveProperty('activity')
    somebody = false
    await api('messages', read)
    expect(request(1).headers).toMatchObject({ activity: 'none' })
  })

  test('[ROLE-06] the header names the organization that the call names, not the one that is active by now', async () => {
    const { api, request } = client([])
    await api('closeConversation', close)
    expect(request(0).headers.organizationid).toBe('org_1')
  })

  test('[CALL-INBOX-01] [OPEN-069] a list repeats its key, null and absent are left out', async () => {
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

  test('a change goes out as JSON, with the key that makes it happen once', async () => {
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

  test('[OPEN-047] answers the whole body', async () => {
    const { api } = client([ok([1])])
    expect(await api('messages', read)).toEqual({ code: 'ok', data: [1], asOf: 1, epoch: 'e' })
  })
})

describe('[ERR-14..15] [ERR-17..24] [ERR-26..28] [ERR-30..33] what a failed call throws', () => {
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
    // To the letter, though it looks for people.
    ['[ERR-24]', 'searchUsers', 'Failed to fetch canned messages'],
    ['[ERR-26]', 'createWithMessage', 'Failed to create conversation'],
    ['[ERR-27]', 'markConversationRequest', 'Failed to mark request for conversation'],
    ['[ERR-28]', 'assignMessage', 'Failed to assign message'],
    ['[ERR-30]', 'blockPhoneNumber', 'Failed to block phone number'],
    ['[ERR-31]', 'agents', 'Failed fetching agents'],
    ['[ERR-31]', 'agentsBasedOnRole', 'Failed fetching agents'],
    ['[ERR-32]', 'patientsWithSameNumber', 'Failed fetching users with same number'],
    ['[ERR-33]', 'createImportAndAssign', 'Failed to create import and assign conversation'],
  ] as const)('%s [ERR-36] %s: "%s", logged once, whatever the status', async (_ids, name, message) => {
    const logged = expectConsole('error')
    for (const status of [400, 401, 404, 500]) {
      // The second is for the try with another bearer.
      const { api } = client([problem(status), problem(status)])
      const call = (api as (call: string, options: object) => Promise<unknown>)(name, { query: {}, body: {} })
      await expect(call).rejects.toMatchObject({ name: 'CallError', message, status })
    }
    expect(logged).toHaveBeenCalledTimes(4)
  })

  test('[OPEN-090] each call without words of its own throws the common ones', async () => {
    expectConsole('error')
    const common = Object.entries(table).flatMap(([name, { failure }]) => (failure === undefined ? name : []))
    const paths = common.map((name) => table[name as keyof typeof table].path)
    for (const path of ['conversation', 'conversations', 'messages', 'messages/patient', 'conversations/attachments'])
      expect(paths).toContain(`/api/inbox/${path}`)
    for (const path of ['conversations/toggle-star', 'assign-conversation', 'assign-to-staff', 'patient-conversation'])
      expect(paths).toContain(`/api/inbox/${path}`)
    for (const name of common) {
      const { api } = client([problem(400)])
      const call = (api as (call: string, options: object) => Promise<unknown>)(name, { query: {}, body: {} })
      await expect(call, name).rejects.toThrow(/^Network response was not ok$/)
    }
  })

  test('a refusal brings its status, its reason and what to look at', async () => {
    const logged = expectConsole('error')
    const { api } = client([problem(409, { reason: 'stale', data: { id: 'c1', name: 'Rosalind Carver' } })])
    await expect(api('closeConversation', close)).rejects.toMatchObject({
      message: 'Failed to close conversation',
      status: 409,
      reason: 'stale',
      requestId: 'r1',
      data: { id: 'c1' },
    })
    // [SEC-11] What the answer held is for the screen, not for the log.
    expect(JSON.stringify(logged.mock.calls)).not.toContain('Rosalind')
  })

  test('[ERR-18] [OPEN-073] a good status without the code ok is a failure', async () => {
    expectConsole('error')
    const { api } = client([Response.json({ code: 'error' }), Response.json({}), new Response('<html>')])
    const seen = () => api('updateLastSeen', { body: { organizationId: 'o', conversationId: 'c' } })
    for (let n = 0; n < 3; n += 1) await expect(seen()).rejects.toThrow('Failed to update last seen')
    await expect(seen()).resolves.toMatchObject({ code: 'ok' })
  })

  test('[ERR-36] a network failure is logged and rethrown as it is', async () => {
    const logged = expectConsole('error')
    const failure = new TypeError('Failed to fetch')
    await expect(client([failure]).api('messages', read)).rejects.toBe(failure)
    expect(logged).toHaveBeenCalledTimes(1)
  })

  test('[T17] a file that is said to lie elsewhere is not asked for, and the bearer stays here', async () => {
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

  test('a caller who gives up gets its own reason, and nothing is logged', async () => {
    const given = new AbortController()
    const fetch: ApiParts['fetch'] = async (_address, init) => {
      given.abort(new Error('left'))
      throw init?.signal?.reason
    }
    await expect(client([], { fetch }).api('messages', { ...read, signal: given.signal })).rejects.toThrow('left')
  })
})

describe('a bearer that is refused', () => {
  test('is renewed once, and the call made again', async () => {
    const { api, token, request, onUnauthenticated } = client([problem(401), ok('second')])
    await expect(api('messages', read)).resolves.toMatchObject({ data: 'second' })
    expect(token.renew).toHaveBeenCalledExactlyOnceWith('t1')
    expect(request(1).headers.authorization).toBe('Bearer t2')
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('[OPEN-045] twice: the session is looked at, and the call fails', async () => {
    expectConsole('error')
    const { api, fetch, onUnauthenticated } = client([problem(401), problem(401)])
    await expect(api('closeConversation', close)).rejects.toMatchObject({ status: 401 })
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  test.each(['disabled', 'user_mismatch'])('[OPEN-045] for %s: the session is looked at', async (reason) => {
    expectConsole('error')
    const { api, fetch, onUnauthenticated } = client([
      problem(403, { reason }),
      problem(403, { reason: 'not_allowed' }),
    ])
    await expect(api('messages', read)).rejects.toMatchObject({ status: 403, reason })
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
    await expect(api('messages', read)).rejects.toMatchObject({ status: 403 })
    expect([fetch.mock.calls.length, onUnauthenticated.mock.calls.length]).toEqual([2, 1])
  })

  test('[OPEN-045] no token to be had because nobody is signed in: likewise', async () => {
    expectConsole('error')
    const token = { get: () => Promise.reject(new CallError(undefined, 401, null)), renew: vi.fn() }
    const { api, fetch, onUnauthenticated } = client([], { token })
    await expect(api('messages', read)).rejects.toMatchObject({ status: 401 })
    expect(fetch).not.toHaveBeenCalled()
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })
})
