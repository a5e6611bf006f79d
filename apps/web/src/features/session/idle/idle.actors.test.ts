import { expect, test, vi } from 'vitest'
import { type AnyActorLogic, createActor, setup } from 'xstate'
import { createCover, createPersonActor, createServerActor, createTabsActor } from './idle.actors.ts'

/** What an actor says to whoever has it, and a way to say something to it. */
function hearing(logic: AnyActorLogic) {
  const heard: unknown[] = []
  const machine = setup({ actors: { it: logic } }).createMachine({
    invoke: { src: 'it', id: 'it' },
    on: { '*': { actions: ({ event }) => void heard.push(event) } },
  })
  const actor = createActor(machine).start()
  const say = (event: { type: string }) => actor.getSnapshot().children.it?.send(event)
  return { heard, say, stop: () => actor.stop() }
}

test('[OPEN-093] only a hand is a person: no script, no key that is held down, no page that moves under the pointer', () => {
  let now = 0
  const listeners = new Map<string, (event: object) => void>()
  const window = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  }
  const { heard, stop } = hearing(createPersonActor(window as unknown as Window, () => now))
  const does = (type: string, event: object = {}) => {
    now += 1_000
    listeners.get(type)?.({ type, isTrusted: true, ...event })
    return heard.length
  }
  expect(does('keydown', { isTrusted: false })).toBe(0)
  expect(does('keydown', { repeat: true })).toBe(0)
  expect(does('pointermove', { movementX: 0, movementY: 0 })).toBe(0)
  expect(does('pointermove', { movementX: 1, movementY: 0 })).toBe(1)
  expect(does('keydown', { repeat: false })).toBe(2)
  expect([does('wheel'), does('touchstart'), does('pointerdown')]).toEqual([3, 4, 5])
  // Within a second one is enough.
  listeners.get('keydown')?.({ type: 'keydown', isTrusted: true })
  expect(heard).toHaveLength(5)
  stop()
  expect(listeners.size).toBe(0)
})

test.each([
  ['asked', 'ask', 'GET', '/api/auth/session', false],
  ['told', 'note', 'POST', '/api/auth/activity', true],
])('[OPEN-093] the server is %s by the cookie, without a bearer', async (_what, type, method, address, noted) => {
  const life = { now: '', idleMinutes: 30, idleEndsAt: '', endsAt: '' }
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => Response.json({ code: 'ok', data: life }))
  const { heard, say } = hearing(createServerActor(fetch))
  say({ type })
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'server.life', life, noted }]))
  expect(fetch.mock.lastCall).toMatchObject([address, { method, headers: { accept: 'application/json' } }])
})

test.each([
  [new Response(null, { status: 401 }), 'server.gone'],
  [new Response(null, { status: 503 }), 'server.silent'],
  [new Response('<html>'), 'server.silent'],
  [new TypeError('Failed to fetch'), 'server.silent'],
])('[OPEN-045] its answer is %s: %s', async (answer, type) => {
  const fetch = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const { heard, say } = hearing(createServerActor(fetch))
  say({ type: 'ask' })
  await vi.waitFor(() => expect(heard).toEqual([{ type }]))
})

test('[OPEN-093] what one tab says the others hear', async () => {
  const [one, other] = [hearing(createTabsActor()), hearing(createTabsActor())]
  one.say({ type: 'tab.dismissed' })
  await vi.waitFor(() => expect(other.heard).toEqual([{ type: 'tab.dismissed' }]))
  expect(one.heard).toEqual([])
  one.stop()
  other.stop()
})

test('a cover lies there once, and goes', () => {
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
