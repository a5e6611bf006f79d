import { expect, test, vi } from 'vitest'
import { type AnyActorLogic, createActor, setup } from 'xstate'
import { createCover, createPersonActor, createServerActor, createTabsActor } from './idle.actors.ts'

/** Runs an actor, records the events it sends, and can send events to it. */
function run(logic: AnyActorLogic) {
  const events: unknown[] = []
  const machine = setup({ actors: { it: logic } }).createMachine({
    invoke: { src: 'it', id: 'it' },
    on: { '*': { actions: ({ event }) => void events.push(event) } },
  })
  const actor = createActor(machine).start()
  const send = (event: { type: string }) => actor.getSnapshot().children.it?.send(event)
  return { events, send, stop: () => actor.stop() }
}

test('person actor counts real input only: no scripts, no held keys, no page moving under the pointer [OPEN-093]', () => {
  let now = 0
  const listeners = new Map<string, (event: object) => void>()
  const window = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  }
  const { events, stop } = run(createPersonActor(window as unknown as Window, () => now))
  const does = (type: string, event: object = {}) => {
    now += 1_000
    listeners.get(type)?.({ type, isTrusted: true, ...event })
    return events.length
  }
  expect(does('keydown', { isTrusted: false })).toBe(0)
  expect(does('keydown', { repeat: true })).toBe(0)
  expect(does('pointermove', { movementX: 0, movementY: 0 })).toBe(0)
  expect(does('pointermove', { movementX: 1, movementY: 0 })).toBe(1)
  expect(does('keydown', { repeat: false })).toBe(2)
  expect([does('wheel'), does('touchstart'), does('pointerdown')]).toEqual([3, 4, 5])
  // Further input within a second is dropped.
  listeners.get('keydown')?.({ type: 'keydown', isTrusted: true })
  expect(events).toHaveLength(5)
  stop()
  expect(listeners.size).toBe(0)
})

test.each([
  ['asks the server', 'ask', 'GET', '/api/auth/session', false],
  ['notes activity at the server', 'note', 'POST', '/api/auth/activity', true],
])('server actor %s with the cookie and without a bearer [OPEN-093]', async (_what, type, method, address, noted) => {
  const life = { now: '', idleMinutes: 30, idleEndsAt: '', endsAt: '' }
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => Response.json({ code: 'ok', data: life }))
  const { events, send } = run(createServerActor(fetch))
  send({ type })
  await vi.waitFor(() => expect(events).toEqual([{ type: 'server.life', life, noted }]))
  expect(fetch.mock.lastCall).toMatchObject([address, { method, headers: { accept: 'application/json' } }])
})

test.each([
  [new Response(null, { status: 401 }), 'server.gone'],
  [new Response(null, { status: 503 }), 'server.silent'],
  [new Response('<html>'), 'server.silent'],
  [new TypeError('Failed to fetch'), 'server.silent'],
])('server actor turns %s into %s [OPEN-045]', async (answer, type) => {
  const fetch = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const { events, send } = run(createServerActor(fetch))
  send({ type: 'ask' })
  await vi.waitFor(() => expect(events).toEqual([{ type }]))
})

test('server actor asks only while the session stays, so that no answer of a replaced session ends the new one [OPEN-093]', async () => {
  const change = Promise.withResolvers<void>()
  const modes: unknown[] = []
  const request = (_name: string, { mode }: { mode: string }, work: () => unknown) => {
    modes.push(mode)
    return change.promise.then(work)
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const fetch = vi.fn(async () => new Response(null, { status: 401 }))
  const { events, send } = run(createServerActor(fetch))
  send({ type: 'note' })
  await Promise.resolve()
  expect(modes).toEqual(['shared'])
  expect(fetch).not.toHaveBeenCalled()
  change.resolve()
  await vi.waitFor(() => expect(events).toEqual([{ type: 'server.gone' }]))
  vi.unstubAllGlobals()
})

test('tabs actor passes events on to the other tabs [OPEN-093]', async () => {
  const [one, other] = [run(createTabsActor()), run(createTabsActor())]
  one.send({ type: 'tab.dismissed' })
  await vi.waitFor(() => expect(other.events).toEqual([{ type: 'tab.dismissed' }]))
  expect(one.events).toEqual([])
  one.stop()
  other.stop()
})

test('cover is added once and removed', () => {
  class Sheet {
    replaceSync = vi.fn()
  }
  vi.stubGlobal('CSSStyleSheet', Sheet)
  const before = {} as CSSStyleSheet
  const page = { adoptedStyleSheets: [before] } as unknown as Document
  const { cover, uncover } = createCover(page)
  uncover()
  expect(page.adoptedStyleSheets).toEqual([before])
  cover()
  cover()
  expect(page.adoptedStyleSheets).toHaveLength(2)
  uncover()
  expect(page.adoptedStyleSheets).toEqual([before])
  vi.unstubAllGlobals()
})
