import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@foyer/contracts/calls.ts'
import { afterEach, expect, test } from 'vitest'
import { CallFailed, signIn } from './member.ts'
import { BUSY_MS, untilServed } from './until-served.ts'

const toClose: (() => void)[] = []
afterEach(() => {
  for (const close of toClose.splice(0)) close()
})

/** An API that signs anybody in and refuses the first calls. */
async function busyApi({ refusals = 2, header = { 'retry-after': '0' } as Record<string, string> } = {}) {
  const keys: (string | undefined)[] = []
  const answer = (response: ServerResponse, status: number, body: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/api/auth/login') return answer(response, 302, {}, { 'set-cookie': 'session=s' })
    if (request.url === '/api/get-access-token') return answer(response, 200, { accessToken: 't' })
    const key = request.headers['idempotency-key']
    keys.push(Array.isArray(key) ? key.join() : key)
    if (keys.length <= refusals) return answer(response, 503, { code: 'error', reason: 'unavailable' }, header)
    return answer(response, 200, { code: 'ok', data: [] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  toClose.push(() => server.close())
  const member = await signIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'lena@demo.test')
  return { member, keys }
}

test('Member.call repeats a read when a busy API refuses it', async () => {
  const { member, keys } = await busyApi()
  expect(await member.call('agents', calls.agents.example)).toEqual({ code: 'ok', data: [] })
  expect(keys).toHaveLength(3)
})

test('Member.call repeats a read that is posted when a busy API refuses it', async () => {
  const { member, keys } = await busyApi()
  await member.call('patientSearch', calls.patientSearch.example)
  expect(keys).toHaveLength(3)
})

test('Member.call repeats a change with its key when a busy API refuses it', async () => {
  const { member, keys } = await busyApi()
  await member.call('sendMessage', { ...calls.sendMessage.example, key: 'k1' })
  expect(keys).toEqual(['k1', 'k1', 'k1'])
})

test('Member.call throws the first refusal of a change without a key, because the change may have happened', async () => {
  const { member, keys } = await busyApi()
  await expect(member.call('toggleStar', calls.toggleStar.example)).rejects.toThrow(CallFailed)
  expect(keys).toHaveLength(1)
})

test('Member.call throws a 503 that does not ask for another try', async () => {
  const { member, keys } = await busyApi({ header: {} })
  await expect(member.call('agents', calls.agents.example)).rejects.toMatchObject({ status: 503 })
  expect(keys).toHaveLength(1)
})

test('untilServed gives the refusal back when the API refuses for longer than a busy machine may', async () => {
  let nowMs = 0
  let tries = 0
  const refusal = { status: 503, headers: new Headers({ 'retry-after': '2' }) }
  const ask = async () => {
    tries += 1
    return refusal
  }
  const passing = {
    now: () => nowMs,
    pause: async (ms: number) => {
      nowMs += ms
    },
  }
  expect(await untilServed(ask, passing)).toBe(refusal)
  expect([nowMs, tries]).toEqual([BUSY_MS, BUSY_MS / 2_000 + 1])
})
