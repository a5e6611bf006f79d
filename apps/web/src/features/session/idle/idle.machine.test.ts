import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type BetweenTabs, idleMachine, type ToServer, type Why } from './idle.machine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

/** A server that counts like the real one, by its own clock, which is a day ahead. */
function server(idleMinutes: number, endsIn = 12 * HOUR) {
  const now = () => Date.now() + 24 * HOUR
  const endsAt = now() + endsIn
  let usedAt = now()
  const end = () => Math.min(usedAt + idleMinutes * MINUTE, endsAt)
  const iso = (ms: number) => new Date(ms).toISOString()
  const life = (): SessionLife => ({ now: iso(now()), idleMinutes, idleEndsAt: iso(end()), endsAt: iso(endsAt) })
  const state = { reachable: true, revoked: false }
  return {
    state,
    use: () => {
      usedAt = now()
    },
    answer({ type }: ToServer) {
      if (!state.reachable) return { type: 'server.silent' as const }
      if (state.revoked || now() >= end()) return { type: 'server.gone' as const }
      if (type === 'note') usedAt = now()
      return { type: 'server.life' as const, life: life(), noted: type === 'note' }
    },
  }
}

/** The tabs of one browser; what one tab sends reaches the others. */
function browser(backend: ReturnType<typeof server>) {
  const hear = new Set<(message: BetweenTabs) => void>()
  let slept = 0
  let ahead = 0
  const now = () => ({ wall: Date.now() + ahead, elapsed: Date.now() - slept })

  function tab() {
    const did = { asked: 0, noted: 0, covered: false, ended: [] as Why[], signOut: true, expected: null as Why | null }
    const machine = idleMachine.provide({
      actors: {
        server: fromCallback<ToServer>(({ receive, sendBack }) => {
          receive((message) => {
            did[message.type === 'ask' ? 'asked' : 'noted'] += 1
            void Promise.resolve().then(() => sendBack(backend.answer(message)))
          })
        }),
        tabs: fromCallback<BetweenTabs>(({ receive, sendBack }) => {
          const mine = (message: BetweenTabs) => sendBack(message)
          hear.add(mine)
          receive((message) => {
            for (const other of hear) if (other !== mine) other(message)
          })
          return () => hear.delete(mine)
        }),
        signOut: fromPromise(async () => {
          if (did.signOut) backend.state.revoked = true
          return did.signOut
        }),
      },
      actions: {
        cover() {
          did.covered = true
        },
        uncover() {
          did.covered = false
        },
        expect(_, ended) {
          did.expected = ended?.why ?? null
        },
        end: (_, { why }) => void did.ended.push(why),
      },
    })
    const actor = createActor(machine, { input: { now, since: now() } }).start()
    const warned = () => actor.getSnapshot().hasTag('warning')
    return { did, actor, warned, touch: () => actor.send({ type: 'input' }) }
  }
  return {
    tab,
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Sets the clock of this computer only. */
    setClock(ms: number) {
      ahead += ms
    },
    /** Timers do not run while the computer sleeps. */
    sleep(ms: number) {
      vi.setSystemTime(Date.now() + ms)
      slept += ms
    },
  }
}

test('idle machine warns a minute before the end, covers the screen, and then signs out [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const { did, warned } = tab()
  await wait(29 * MINUTE - 1)
  expect(warned()).toBe(false)
  await wait(1)
  expect(warned()).toBe(true)
  expect(did.asked).toBe(2)
  await wait(MINUTE - 1)
  expect(did.ended).toEqual([])
  await wait(1)
  expect(did).toMatchObject({ ended: ['idle'], covered: true, noted: 0 })
})

test.each([
  [1, 30_000],
  [2, MINUTE],
])('idle machine with %i idle minutes warns %i ms before the end [OPEN-093]', async (minutes, lead) => {
  const { tab, wait } = browser(server(minutes))
  const { did, warned } = tab()
  await wait(minutes * MINUTE - lead - 1)
  expect(warned()).toBe(false)
  await wait(1)
  expect(warned()).toBe(true)
  await wait(lead)
  expect(did.ended).toEqual(['idle'])
})

test('idle machine notes activity once a minute and never warns an active user [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const { did, touch, warned } = tab()
  await wait(0)
  for (let seconds = 0; seconds < 40 * 60; seconds += 10) {
    touch()
    await wait(10_000)
    expect(warned()).toBe(false)
  }
  expect(did.noted).toBe(40)
  expect(did.ended).toEqual([])
})

test('idle machine keeps an active user signed in with one minute of idle time [OPEN-093]', async () => {
  const { tab, wait } = browser(server(1))
  const { did, touch, warned } = tab()
  await wait(0)
  for (let seconds = 0; seconds < 300; seconds += 10) {
    touch()
    await wait(10_000)
    expect(warned()).toBe(false)
  }
  expect(did.ended).toEqual([])
})

test('idle machine does not warn when the server knows of use elsewhere [OPEN-093]', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const { warned } = tab()
  await wait(20 * MINUTE)
  backend.use()
  await wait(28 * MINUTE)
  expect(warned()).toBe(false)
  await wait(MINUTE)
  expect(warned()).toBe(true)
})

test('activity and answers in one tab count for all tabs [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const [first, second] = [tab(), tab()]
  await wait(20 * MINUTE)
  first.touch()
  await wait(28 * MINUTE)
  expect(second.warned()).toBe(false)
  await wait(MINUTE)
  expect([first.warned(), second.warned()]).toEqual([true, true])
  second.actor.send({ type: 'stay' })
  await wait(0)
  expect([first.warned(), second.warned()]).toEqual([false, false])
  expect([first.did.noted, second.did.noted]).toEqual([1, 1])
})

test('all tabs end together for the same reason [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const [first, second] = [tab(), tab()]
  await wait(30 * MINUTE)
  expect([first.did.ended, second.did.ended]).toEqual([['idle'], ['idle']])
})

test('moving the pointer neither answers the warning nor notes activity [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const { did, touch, warned } = tab()
  await wait(29 * MINUTE)
  touch()
  await wait(0)
  expect(warned()).toBe(true)
  expect(did.noted).toBe(0)
})

test('signing out ends every tab, and a failure is reported [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const [first, second] = [tab(), tab()]
  await wait(29 * MINUTE)
  first.did.signOut = false
  first.actor.send({ type: 'leave' })
  await wait(0)
  expect(first.warned()).toBe(true)
  expect(first.actor.getSnapshot().context.failed).toBe(true)
  first.did.signOut = true
  first.actor.send({ type: 'leave' })
  await wait(0)
  expect([first.did.ended, second.did.ended]).toEqual([['left'], ['left']])
})

test('signing out on purpose keeps no return address in any tab [STATE-08]', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const [first, second] = [tab(), tab()]
  await wait(2 * MINUTE)
  // The account menu announces this before it asks the server.
  for (const { actor } of [first, second]) actor.send({ type: 'tab.leaving', why: 'left' })
  first.touch()
  await wait(0)
  expect([first.did.noted, first.did.expected, second.did.expected]).toEqual([1, 'left', 'left'])
  for (const { actor } of [first, second]) actor.send({ type: 'tab.stays' })
  expect([first.did.expected, second.did.expected]).toEqual([null, null])

  second.actor.send({ type: 'tab.leaving', why: 'left' })
  backend.state.revoked = true
  second.actor.send({ type: 'tab.ended', why: 'gone' })
  await wait(0)
  expect(second.did.ended).toEqual(['left'])
})

test('a tab closed while signing out changes nothing for the others [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const { did, actor, touch } = tab()
  await wait(2 * MINUTE)
  actor.send({ type: 'tab.leaving', why: 'left' })
  await wait(MINUTE)
  expect(did.expected).toBeNull()
  touch()
  await wait(30 * MINUTE)
  expect(did.ended).toEqual(['idle'])
})

test('the sign-out button counts as leaving on purpose until it fails [STATE-08] [OPEN-093]', async () => {
  const { tab, wait } = browser(server(30))
  const [first, second] = [tab(), tab()]
  const expected = () => [first.did.expected, second.did.expected]
  await wait(29 * MINUTE)
  expect(expected()).toEqual(['idle', 'idle'])
  first.did.signOut = false
  first.actor.send({ type: 'leave' })
  expect(expected()).toEqual(['left', 'left'])
  await wait(0)
  expect(expected()).toEqual(['idle', 'idle'])
})

test('signing in again at the end of the twelve hours keeps the return address [OPEN-093]', async () => {
  const { tab, wait } = browser(server(720, 10 * MINUTE))
  const [first, second] = [tab(), tab()]
  await wait(9 * MINUTE)
  first.actor.send({ type: 'leave' })
  expect([first.did.expected, second.did.expected]).toEqual(['again', 'again'])
  await wait(0)
  expect([first.did.ended, second.did.ended]).toEqual([['again'], ['again']])
})

test('staying while the server is away reports the failure and keeps the warning [OPEN-093]', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const { actor, warned } = tab()
  await wait(29 * MINUTE)
  backend.state.reachable = false
  actor.send({ type: 'stay' })
  await wait(0)
  expect([warned(), actor.getSnapshot().context.failed]).toEqual([true, true])
  backend.state.reachable = true
  actor.send({ type: 'stay' })
  await wait(0)
  expect([warned(), actor.getSnapshot().context.failed]).toEqual([false, false])
})

test('the twelve hours end the session regardless of activity, announced once for all tabs [OPEN-093]', async () => {
  const { tab, wait } = browser(server(720, 10 * MINUTE))
  const [first, second] = [tab(), tab()]
  await wait(9 * MINUTE)
  expect([first.warned(), second.warned()]).toEqual([true, true])
  first.actor.send({ type: 'stay' })
  await wait(30_000)
  first.touch()
  expect([first.warned(), second.warned()]).toEqual([false, false])
  await wait(30_000)
  expect([first.did.ended, second.did.ended]).toEqual([['whole'], ['whole']])
})

test('idle machine covers a computer that slept past the end, asks, and then signs out [OPEN-093]', async () => {
  const backend = server(30)
  const { tab, wait, sleep } = browser(backend)
  const { did, actor, warned } = tab()
  await wait(MINUTE)
  sleep(8 * HOUR)
  backend.state.reachable = false
  actor.send({ type: 'browser.returned' })
  expect(did).toMatchObject({ covered: true, ended: [] })
  // The network returns later than the screen.
  await wait(2_000)
  expect([did.covered, warned(), did.ended]).toEqual([true, false, []])
  backend.state.reachable = true
  actor.send({ type: 'browser.online' })
  await wait(0)
  expect(did).toMatchObject({ covered: true, ended: ['idle'] })
})

test('a clock set a day ahead covers the screen for one request, and one set back covers nothing [OPEN-093]', async () => {
  const { tab, wait, setClock } = browser(server(30))
  const { did, actor, warned } = tab()
  await wait(MINUTE)
  setClock(-24 * HOUR)
  actor.send({ type: 'browser.returned' })
  expect([did.covered, did.asked]).toEqual([false, 1])
  setClock(48 * HOUR)
  actor.send({ type: 'browser.returned' })
  expect(did.covered).toBe(true)
  await wait(0)
  expect([did.covered, did.asked, did.ended]).toEqual([false, 2, []])
  await wait(28 * MINUTE)
  expect(warned()).toBe(true)
})

test('idle machine covers nothing before the end of the session [OPEN-093]', async () => {
  const { tab, wait, sleep } = browser(server(30))
  const { did, actor, warned } = tab()
  await wait(MINUTE)
  sleep(5 * MINUTE)
  actor.send({ type: 'browser.returned' })
  await wait(0)
  expect([did.covered, warned()]).toEqual([false, false])
})

test('a session ended elsewhere is over without a word about idleness [OPEN-045]', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const { did, touch } = tab()
  await wait(MINUTE)
  backend.state.revoked = true
  touch()
  await wait(0)
  expect(did.ended).toEqual(['gone'])
})

test('idle machine asks the server behind the cover when another tab reports the end [OPEN-045]', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const { did, actor } = tab()
  await wait(MINUTE)
  actor.send({ type: 'tab.ended', why: 'idle' })
  expect(did.covered).toBe(true)
  await wait(0)
  expect(did).toMatchObject({ covered: false, ended: [] })
  backend.state.revoked = true
  actor.send({ type: 'tab.ended', why: 'idle' })
  await wait(0)
  expect(did).toMatchObject({ covered: true, ended: ['idle'] })
})

test('idle machine asks again until the server has answered once [OPEN-093]', async () => {
  const backend = server(30)
  backend.state.reachable = false
  const { tab, wait } = browser(backend)
  const { did, warned } = tab()
  await wait(7_000)
  expect(did.asked).toBe(3)
  backend.state.reachable = true
  await wait(29 * MINUTE)
  expect(warned()).toBe(true)
})
