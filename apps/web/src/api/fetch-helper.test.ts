import { expect, test } from 'vitest'
import { fetchHelper } from './fetch-helper.ts'

const answering = (response: Response) => fetchHelper(async () => response, '/api/any')

test.each([401, 500])('fetchHelper returns the body when the status is %i [ERR-09]', async (status) => {
  await expect(answering(Response.json({ said: status }, { status }))).resolves.toEqual({ said: status })
})

test.each([400, 403, 404, 502, 503])(
  'fetchHelper throws { error: "Server error" } when the status is %i [ERR-10]',
  async (status) => {
    await expect(answering(Response.json({ said: status }, { status }))).rejects.toEqual({ error: 'Server error' })
  },
)

test('fetchHelper resolves when the status is 200 or 204 [ERR-10]', async () => {
  await expect(answering(Response.json([1]))).resolves.toEqual([1])
  await expect(answering(new Response(null, { status: 204 }))).resolves.toBeNull()
})

test('fetchHelper returns null when the body is not JSON [ERR-09]', async () => {
  await expect(answering(new Response('<html>', { status: 500 }))).resolves.toBeNull()
})
