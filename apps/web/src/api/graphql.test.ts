import { expect, test, vi } from 'vitest'
import { dataOf, intakeGraphql, mainGraphql, notesGraphql } from './graphql.ts'

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

test.each([
  ['main', mainGraphql, '/api/main/graphql'],
  ['intake', intakeGraphql, '/api/intake/graphql'],
  ['notes', notesGraphql, '/api/notes/graphql'],
] as const)(
  '%s rejects with exactly the list of errors, also when data is present [ERR-11] [CALL-GQL-02]',
  async (_name, ask, path) => {
    const errors = [{ message: 'x' }, { message: 'y', extensions: { reason: 'stale' } }]
    const asked: string[] = []
    for (const [data, status] of [
      [{ a: 1 }, 200],
      [null, 400],
    ] as const) {
      const fetch = async (at: string) => {
        asked.push(at)
        return json({ data, errors }, status)
      }
      await expect(ask({ fetch, token: token() }, request)).rejects.toEqual(errors)
    }
    expect(asked).toEqual([path, path])
  },
)

test('helper of public forms sends no Authorization header [CALL-GQL-04]', async () => {
  const asked: (RequestInit | undefined)[] = []
  const fetch = async (_: string, init?: RequestInit) => {
    asked.push(init)
    return json({ data: { a: 1 } })
  }
  expect(await intakeGraphql({ fetch }, request)).toEqual({ a: 1 })
  expect(Object.keys(Object(asked[0]?.headers)).map((name) => name.toLowerCase())).not.toContain('authorization')
})
