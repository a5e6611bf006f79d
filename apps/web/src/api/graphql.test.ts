import { expect, test, vi } from 'vitest'
import { dataOf, mainGraphql } from './graphql.ts'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const token = () => ({ get: async () => 'old', renew: vi.fn(async () => 'new') })
const request = { query: 'query { me { _id } }', variables: { a: 1 } }

test('answer with errors is thrown as exactly their list [CALL-GQL-02]', () => {
  const errors = [{ message: 'x' }]
  expect(() => dataOf({ data: null, errors })).toThrow()
  try {
    dataOf({ errors })
  } catch (thrown) {
    expect(thrown).toEqual(errors)
  }
})

test('answer without errors gives its data [CALL-GQL-03]', () => {
  expect(dataOf({ data: { a: 1 } })).toEqual({ a: 1 })
})

test('helper posts query and variables with the bearer token, and renews a refused one once [CALL-GQL-01]', async () => {
  const held = token()
  const asked: (RequestInit | undefined)[] = []
  const fetch = async (_: string, init?: RequestInit) => {
    asked.push(init)
    return asked.length === 1 ? json({ reason: 'unauthenticated' }, 401) : json({ data: { a: 1 } })
  }
  expect(await mainGraphql({ fetch, token: held }, request)).toEqual({ a: 1 })
  expect(held.renew).toHaveBeenCalledExactlyOnceWith('old')
  expect(asked[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer old' } })
  expect(asked[1]).toMatchObject({ headers: { authorization: 'Bearer new' }, body: JSON.stringify(request) })
})

test('request that is refused as a whole is an error with its reason', async () => {
  const fetch = async () => json({ message: 'The body is too large.', reason: 'too_large', requestId: 'r1' }, 413)
  await expect(mainGraphql({ fetch, token: token() }, request)).rejects.toEqual([
    { message: 'The body is too large.', extensions: { reason: 'too_large', requestId: 'r1' } },
  ])
})
