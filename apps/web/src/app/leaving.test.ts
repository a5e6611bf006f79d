import { expect, test, vi } from 'vitest'
import { leaveSession } from './leaving.ts'

test('leaveSession reports that the user is still signed in when the server hangs [STATE-08] [OPEN-008]', async () => {
  const time = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  const hangs = (_address: string, init?: RequestInit) =>
    new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const exits = { expectEnd: vi.fn(), endSession: vi.fn() }
  const signOut = vi.fn()
  const leaving = expect(leaveSession(exits, { signOut }, hangs)).rejects.toThrow('late')
  time.abort(new Error('Too late'))
  await leaving
  expect([exits.endSession.mock.calls, signOut.mock.calls]).toEqual([[], []])
  expect(exits.expectEnd.mock.calls).toEqual([['/sign-in'], [undefined]])
  timeout.mockRestore()
})
