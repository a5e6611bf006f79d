import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type BetweenTabs, idleMachine, type ToServer, type Why } from './idle.machine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

/** A server that counts as ours does, by its own clock, which is a day off. */
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

/** The tabs of a browser; what one says the others hear. */
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
    /** Of this computer alone. */
    setClock(ms: number) {
      ahead += ms
    },
    /** The timers of a machine that sleeps stand still. */
    sleep(ms: number) {
      vi.setSystemTime(Date.now() + ms)
      slept += ms
    },
  }
}

test('[OPEN-093] nobody is there: warned a minute before, signed out at the end, and covered before the server is asked', async () => {
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
])('[OPEN-093] of %i minutes the warning comes %i ms before the end', async (minutes, lead) => {
  const { tab, wait } = browser(server(minutes))
  const { did, warned } = tab()
  await wait(minutes * MINUTE - lead - 1)
  expect(warned()).toBe(false)
  await wait(1)
  expect(warned()).toBe(true)
  await wait(lead)
  expect(did.ended).toEqual(['idle'])
})

test('[OPEN-093] whoever works is noted once a minute and never asked', async () => {
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

test('[OPEN-093] with one minute of idle time whoever works stays, too', async () => {
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

test('[OPEN-093] the server knows of use elsewhere: no warning, and the next one when that is over', async () => {
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

test('[OPEN-093] what is done in one tab counts for all, and one answer closes the question in all', async () => {
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

test('[OPEN-093] all tabs end together, for the same reason', async () => {
  const { tab, wait } = browser(server(30))
  const [first, second] = [tab(), tab()]
  await wait(30 * MINUTE)
  expect([first.did.ended, second.did.ended]).toEqual([['idle'], ['idle']])
})

test('[OPEN-093] a move of the hand does not answer the question, and nothing is noted by it', async () => {
  const { tab, wait } = browser(server(30))
  const { did, touch, warned } = tab()
  await wait(29 * MINUTE)
  touch()
  await wait(0)
  expect(warned()).toBe(true)
  expect(did.noted).toBe(0)
})

test('[OPEN-093] who leaves is signed out in every tab; where the server does not answer they are told', async () => {
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

test('[STATE-08] who signs out on purpose is led nowhere back in any tab, whatever comes in between', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const [first, second] = [tab(), tab()]
  await wait(2 * MINUTE)
  // The menu says so before it asks the server.
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

test('[OPEN-093] a tab that is closed on its way out changes nothing for the others', async () => {
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

test('[STATE-08] [OPEN-093] who presses the button leaves on purpose from that moment on, and no longer where it failed', async () => {
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

test('[OPEN-093] who signs in again at the end of the twelve hours goes on where they were', async () => {
  const { tab, wait } = browser(server(720, 10 * MINUTE))
  const [first, second] = [tab(), tab()]
  await wait(9 * MINUTE)
  first.actor.send({ type: 'leave' })
  expect([first.did.expected, second.did.expected]).toEqual(['again', 'again'])
  await wait(0)
  expect([first.did.ended, second.did.ended]).toEqual([['again'], ['again']])
})

test('[OPEN-093] who stays while the server is away is told so, and asked on', async () => {
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

test('[OPEN-093] the twelve hours end whatever is done: announced once, in one tab for all', async () => {
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

test('[OPEN-093] a machine that slept past the end is covered first, then asks, then is signed out', async () => {
  const backend = server(30)
  const { tab, wait, sleep } = browser(backend)
  const { did, actor, warned } = tab()
  await wait(MINUTE)
  sleep(8 * HOUR)
  backend.state.reachable = false
  actor.send({ type: 'browser.returned' })
  expect(did).toMatchObject({ covered: true, ended: [] })
  // The network comes back later than the screen does.
  await wait(2_000)
  expect([did.covered, warned(), did.ended]).toEqual([true, false, []])
  backend.state.reachable = true
  actor.send({ type: 'browser.online' })
  await wait(0)
  expect(did).toMatchObject({ covered: true, ended: ['idle'] })
})

test('[OPEN-093] a clock that is set a day ahead covers the screen for one question, one that is set back for none', async () => {
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

test('[OPEN-093] awake and not past the end, nothing is covered', async () => {
  const { tab, wait, sleep } = browser(server(30))
  const { did, actor, warned } = tab()
  await wait(MINUTE)
  sleep(5 * MINUTE)
  actor.send({ type: 'browser.returned' })
  await wait(0)
  expect([did.covered, warned()]).toEqual([false, false])
})

test('[OPEN-045] a session that was ended elsewhere is over, without a word about idleness', async () => {
  const backend = server(30)
  const { tab, wait } = browser(backend)
  const { did, touch } = tab()
  await wait(MINUTE)
  backend.state.revoked = true
  touch()
  await wait(0)
  expect(did.ended).toEqual(['gone'])
})

test('[OPEN-045] that another tab ended is asked about behind the cover: it may be long ago', async () => {
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

test('[OPEN-093] until the server has answered once it is asked again', async () => {
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
