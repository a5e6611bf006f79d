import type { User } from '@foyer/contracts/session/user.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { RequestError } from './request-error.ts'
import { sessionMachine } from './session.machine.ts'

const lena: User = {
  _id: 'usr_lena',
  sub: 's',
  name: 'Lena Kim',
  email: 'l@demo.test',
  picture: null,
  organizations: [],
}

/** A session whose profile calls get these answers in order. */
function session(answers: (User | null | Error)[], user?: User) {
  let calls = 0
  const machine = sessionMachine.provide({
    actors: {
      loadProfile: fromPromise(async () => {
        calls += 1
        const answer = answers.shift() ?? null
        if (answer instanceof Error) throw answer
        return answer
      }),
    },
  })
  const actor = createActor(machine, { input: { user, random: () => 0 } }).start()
  const settled = () => waitFor(actor, (state) => !state.hasTag('asking'))
  const check = () => {
    actor.send({ type: 'session.check' })
    return settled()
  }
  return { actor, settled, check, calls: () => calls }
}

test('session machine starts as loading with neither user nor error [STATE-01] [DESIGN-08]', () => {
  const { actor } = session([lena])
  expect(actor.getSnapshot().value).toBe('loading')
  expect(actor.getSnapshot().context).toMatchObject({ user: undefined, error: undefined })
})

test('session machine is signed in without a call when the user is given [STATE-02]', () => {
  const { actor, calls } = session([], lena)
  expect(actor.getSnapshot().matches('signedIn')).toBe(true)
  expect(actor.getSnapshot().context.user).toBe(lena)
  expect(calls()).toBe(0)
})

test.each([
  ['a user', lena, 'signedIn', lena, undefined],
  ['no user', null, 'signedOut', undefined, undefined],
  ['an error', new RequestError(503), 'failed', undefined, 503],
  ['an error of another kind', new TypeError('network'), 'failed', undefined, 0],
] as const)(
  'session machine leaves loading with %s [DESIGN-08] [STATE-04..06] [ERR-01..03]',
  async (_what, answer, state, user, status) => {
    const snapshot = await session([answer]).settled()
    expect(snapshot.matches(state)).toBe(true)
    expect(snapshot.context.user).toBe(user)
    expect(snapshot.context.error?.status).toBe(status)
  },
)

test('session machine loads again when checked after a failure [ENTITY-02]', async () => {
  const { settled, check } = session([new RequestError(500), lena])
  await settled()
  const snapshot = await check()
  expect(snapshot.context).toMatchObject({ user: lena, error: undefined })
})

test('session machine signs out when a check finds no user [OPEN-045]', async () => {
  const { settled, check } = session([lena, null])
  await settled()
  expect((await check()).value).toBe('signedOut')
})

test('session machine keeps the user during a check and after a failed one [OPEN-045]', async () => {
  const { actor, settled, check } = session([lena, new RequestError(0), lena])
  await settled()
  actor.send({ type: 'session.check' })
  expect(actor.getSnapshot().context.user).toBe(lena)
  expect((await settled()).context).toMatchObject({ user: lena, error: undefined })
  expect((await check()).matches('signedIn')).toBe(true)
})

test('session machine makes one call for several checks at a time [STATE-03]', async () => {
  const { actor, settled, calls } = session([lena, lena, lena])
  await settled()
  for (let n = 0; n < 3; n += 1) actor.send({ type: 'session.check' })
  await settled()
  expect(calls()).toBe(2)
})

test('session machine keeps the exit address of an ended session and makes no further call [OPEN-093]', async () => {
  const { actor, settled, check, calls } = session([lena, lena])
  await settled()
  actor.send({ type: 'session.end', exit: '/sign-in?signedOut=idle-30' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'signedOut', context: { exit: '/sign-in?signedOut=idle-30' } })
  expect(actor.getSnapshot().context.user).toBeUndefined()
  expect((await check()).value).toBe('signedOut')
  expect(calls()).toBe(1)
})

test('session machine keeps the announced exit address until the session continues [OPEN-093]', async () => {
  const { actor, settled, check } = session([lena, null])
  await settled()
  actor.send({ type: 'session.ending', exit: '/sign-in?signedOut=idle-30' })
  expect(actor.getSnapshot().matches('signedIn')).toBe(true)
  expect((await check()).context).toMatchObject({ exit: '/sign-in?signedOut=idle-30' })
  const other = session([lena, null])
  await other.settled()
  other.actor.send({ type: 'session.ending', exit: '/sign-in?signedOut=idle-30' })
  other.actor.send({ type: 'session.ending', exit: undefined })
  expect((await other.check()).context.exit).toBeUndefined()
})

describe('session machine after a failure', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** The first delay, without the random part. */
  const FIRST_MS = 15_000

  test.each([0, 429, 500, 503])('shows status %i at once and checks again after a while [STATE-06]', async (status) => {
    const { actor, calls } = session([new RequestError(status), new RequestError(status), lena])
    await vi.advanceTimersByTimeAsync(0)
    expect(actor.getSnapshot().matches('failed')).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(FIRST_MS - 10_000)
    expect([calls(), actor.getSnapshot().context.error?.status]).toEqual([2, status])
    await vi.advanceTimersByTimeAsync(2 * FIRST_MS)
    expect(actor.getSnapshot().context).toMatchObject({ user: lena, error: undefined, failures: 0 })
  })

  test('checks again no earlier than the answer asks', async () => {
    const { actor, calls } = session([new RequestError(503, '120'), lena])
    await vi.advanceTimersByTimeAsync(119_000)
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(FIRST_MS)
    expect(actor.getSnapshot().context.user).toBe(lena)
  })

  test('makes no further call when the failure is final', async () => {
    const { actor, calls } = session([new RequestError(403), lena])
    await vi.advanceTimersByTimeAsync(10 * FIRST_MS)
    expect([calls(), actor.getSnapshot().value]).toEqual([1, 'failed'])
  })
})
