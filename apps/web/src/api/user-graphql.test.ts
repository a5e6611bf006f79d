import { expect, test, vi } from 'vitest'
import { userGraphql } from './user-graphql.ts'

const request = {
  query: 'mutation { save }',
  variables: { organizationId: 'org_harbor' },
  headers: { 'idempotency-key': 'k1' },
}

function begin(answers: readonly (() => Response)[]) {
  const asked: RequestInit[] = []
  const [onUnauthenticated, onReach] = [vi.fn(), vi.fn()]
  const ask = userGraphql({
    fetch: async (_: string, init: RequestInit = {}) => {
      asked.push(init)
      const answer = answers[asked.length - 1]
      if (!answer) throw new TypeError('Failed to fetch')
      return answer()
    },
    token: { get: async () => 'old', renew: async () => 'new' },
    organizationId: () => 'org_cedar',
    userId: () => 'usr_lena',
    timezone: () => 'America/Chicago',
    isAttended: () => false,
    ...{ onUnauthenticated, onReach },
  })
  return { ask, asked, onUnauthenticated, onReach }
}
const answer =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const refused = (reason: string) => answer({ errors: [{ message: 'No', extensions: { reason } }] })

test('GraphQL of the user names them, the organization of the call, and that they are away', async () => {
  const { ask, asked, onReach } = begin([answer({ reason: 'no_session' }, 401), answer({ data: { save: 1 } })])
  expect(await ask(request)).toEqual({ save: 1 })
  expect(asked.map(({ headers }) => headers)).toMatchObject([
    {
      ...{ userid: 'usr_lena', organizationid: 'org_harbor', timezone: 'America/Chicago', activity: 'none' },
      ...{ 'idempotency-key': 'k1', authorization: 'Bearer old' },
    },
    { userid: 'usr_lena', authorization: 'Bearer new' },
  ])
  expect(onReach.mock.calls).toEqual([['answers']])
})

test.each([
  ['a renewed token is refused', [answer({ reason: 'no_session' }, 401), answer({ reason: 'no_session' }, 401)]],
  ['the user was disabled', [refused('disabled')]],
  ['the token is of another user', [refused('user_mismatch')]],
])('GraphQL of the user has the session checked when %s [OPEN-045]', async (_, answers) => {
  const { ask, onUnauthenticated, onReach } = begin(answers)
  await expect(ask(request)).rejects.toHaveLength(1)
  expect(onUnauthenticated).toHaveBeenCalledOnce()
  expect(onReach.mock.calls).toEqual([['answers']])
})

test.each([
  ['silent', []],
  ['failing', [refused('unavailable')]],
  ['answers', [refused('stale')]],
])('GraphQL of the user reports that the server is %s', async (reach, answers) => {
  const { ask, onUnauthenticated, onReach } = begin(answers)
  await expect(ask(request)).rejects.toBeDefined()
  expect([onReach.mock.calls, onUnauthenticated.mock.calls]).toEqual([[[reach]], []])
})
