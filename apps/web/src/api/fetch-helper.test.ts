import { expect, test } from 'vitest'
import { fetchHelper } from './fetch-helper.ts'

const answering = (response: Response) => fetchHelper(async () => response, '/api/any')

test.each([401, 500])('[ERR-09] %i passes: the helper answers its body', async (status) => {
  await expect(answering(Response.json({ said: status }, { status }))).resolves.toEqual({ said: status })
})

test.each([400, 403, 404, 502, 503])('[ERR-10] %i is thrown as { error: "Server error" }', async (status) => {
  await expect(answering(Response.json({ said: status }, { status }))).rejects.toEqual({ error: 'Server error' })
})

test('[ERR-10] 200 and 204 resolve', async () => {
  await expect(answering(Response.json([1]))).resolves.toEqual([1])
  await expect(answering(new Response(null, { status: 204 }))).resolves.toBeNull()
})

test('[ERR-09] a passable answer that is no JSON has no body', async () => {
  await expect(answering(new Response('<html>', { status: 500 }))).resolves.toBeNull()
})
