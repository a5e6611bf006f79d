import { expect, test, vi } from 'vitest'
import { createListingsToken } from './listings-token.ts'

/** A server that accepts refresh tokens from a set and numbers the access tokens. */
function server(refreshTokens: string[], ended: readonly string[] = []) {
  let now = 1_000
  let made = 0
  const asked: string[] = []
  const fetch = vi.fn(async (_: string, init?: RequestInit) => {
    const form = init?.body as URLSearchParams
    asked.push(`${form.get('grant_type')} ${form.get('refresh_token')}`)
    if (ended.includes(String(form.get('refresh_token'))))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    made += 1
    return Response.json({ access_token: `a${made}`, token_type: 'Bearer', expires_in: 300 })
  })
  const refreshToken = vi.fn(async () => refreshTokens.shift() ?? 'none')
  const token = createListingsToken({ fetch, elapsed: () => now, refreshToken })
  return { token, fetch, refreshToken, asked, wait: (ms: number) => (now += ms) }
}

test('listings token is got by the refresh grant, once for callers that ask together [CALL-LISTINGS-09]', async () => {
  const { token, fetch, asked } = server(['r1'])
  expect(await Promise.all([token.get(), token.get()])).toEqual(['a1', 'a1'])
  expect(asked).toEqual(['refresh_token r1'])
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/listings/token')
})

test('listings token is kept until shortly before it expires, with the same refresh token after it', async () => {
  const { token, refreshToken, asked, wait } = server(['r1', 'r2'])
  await token.get()
  wait(269_000)
  expect(await token.get()).toBe('a1')
  wait(2_000)
  expect(await token.get()).toBe('a2')
  expect(asked).toEqual(['refresh_token r1', 'refresh_token r1'])
  expect(refreshToken).toHaveBeenCalledTimes(1)
})

test('listings token asks for another refresh token when the held one has ended [CALL-LISTINGS-09]', async () => {
  const { token, asked } = server(['r1', 'r2'], ['r1'])
  expect(await token.get()).toBe('a1')
  expect(asked).toEqual(['refresh_token r1', 'refresh_token r2'])
})

test('listings token rejects with the status when no refresh token is accepted [CALL-LISTINGS-09]', async () => {
  const { token } = server(['r1', 'r2'], ['r1', 'r2'])
  await expect(token.get()).rejects.toMatchObject({ name: 'CallError', status: 400 })
})

test('listings token replaces the refused token only [CALL-LISTINGS-09]', async () => {
  const { token } = server(['r1'])
  const first = await token.get()
  expect(await token.renew('another')).toBe(first)
  expect(await token.renew(first)).toBe('a2')
})
