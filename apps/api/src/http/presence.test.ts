import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { Claim, Services } from '../services.ts'
import { findPresence } from './presence.ts'
import { Refusal } from './refusal.ts'

const req = { get: () => undefined, headersDistinct: { authorization: ['Bearer token'] } } as unknown as Request
const ended = new Refusal('no_session', 'Sign in first.')

/** A member of o1 with a token, and a session that may end. */
function member() {
  const session = { isAlive: true, confirmed: 0 }
  const check = () => {
    if (!session.isAlive) throw ended
  }
  const known = { userId: 'lena', sessionId: 's1', organizations: ['o1'] }
  const claim: Claim = {
    ...known,
    async confirm() {
      session.confirmed++
      check()
      return { ...known, adminOf: [] }
    },
    entry: () => ({ statement: { sql: '', parameters: [] }, check }),
    noteUse: async () => undefined,
  }
  return { session, services: { identity: { claim: async () => claim } } as unknown as Services }
}
const callOf = (call: Partial<AnyCall>) => ({ path: '/api/test', access: 'member', ...call }) as AnyCall

test.each(['GET', 'POST'] as const)(
  'presence checks every transaction of a %s, also after one that found the session alive',
  async (method) => {
    const { session, services } = member()
    const presence = await findPresence(callOf({ method }), req, services)
    expect(await presence.admit({ query: { organizationId: 'o1' }, headers: {} })).toBe('o1')
    presence.entry('o1')?.check?.({})
    expect(presence.isChecked).toBe(true)
    session.isAlive = false
    expect(() => presence.entry('o1')?.check?.({})).toThrow(ended)
    await expect(presence.checkIn({} as never)).rejects.toThrow(ended)
  },
)

test('presence checks the session before the body of a call that may change something, and not before a reading one', async () => {
  const { session, services } = member()
  expect((await findPresence(callOf({ method: 'GET' }), req, services)).isChecked).toBe(false)
  expect(session.confirmed).toBe(0)
  expect((await findPresence(callOf({ method: 'POST' }), req, services)).isChecked).toBe(true)
  session.isAlive = false
  await expect(findPresence(callOf({ method: 'POST' }), req, services)).rejects.toThrow(ended)
})
