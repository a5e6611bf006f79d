import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createTime, script } from './page-world.suite.ts'

const { createLive } = await script('./live.js')

/** The part of Socket.IO's socket that the page uses. */
class FakeSocket extends EventEmitter {
  connected = false
  active = false
  tries = 0

  connect() {
    this.tries += 1
    return this
  }

  disconnect() {
    this.connected = false
    return this
  }
}

function open({ isKnown = (): boolean => true } = {}) {
  const socket = new FakeSocket()
  const time = createTime()
  const told: unknown[] = []
  let forgotten = 0
  const live = createLive({
    io: (namespace: string) => {
      told.push(namespace)
      return socket
    },
    isKnown,
    token: async () => 'token',
    forgetToken: () => {
      forgotten += 1
    },
    schedule: time.schedule,
    random: () => 0.5,
    on: {
      up: () => told.push('up'),
      down: () => told.push('down'),
      reread: () => told.push('reread'),
      messages: (messages: unknown) => told.push(messages),
    },
  })
  return { socket, time, told, live, forgotten: () => forgotten }
}

test('live passes messages on and ignores unknown events [INBOX-02]', () => {
  const { socket, told, live } = open()
  live.start()
  live.start()
  socket.emit('connect')
  const message = { _id: 'm1' }
  socket.emit('events', {
    events: [
      { type: 'visitor.message', key: 'm1', data: { message } },
      { type: 'of.tomorrow', key: 'x', data: {} },
    ],
  })
  socket.emit('reread')
  socket.emit('upstream', { ok: false })
  expect([socket.tries, told]).toEqual([1, ['/visitor', 'up', [message], 'reread', 'down']])
})

test('live reconnects with a new token when the old one expired [OPEN-096]', async () => {
  const { socket, time, live, forgotten } = open()
  live.start()
  socket.emit('disconnect', 'io server disconnect')
  expect([socket.tries, forgotten()]).toEqual([1, 1])
  await time.pass(2_000)
  expect(socket.tries).toBe(2)
})

test('live tries again after a refusal, and leaves network failures to the library [OPEN-096]', async () => {
  const { socket, time, live, forgotten } = open()
  live.start()
  socket.emit('connect_error', Object.assign(new Error(), { data: { code: 'unavailable' } }))
  await time.pass(2_000)
  expect([socket.tries, forgotten()]).toEqual([2, 0])
  socket.emit('connect_error', Object.assign(new Error(), { data: { code: 'unauthenticated' } }))
  await time.pass(2_000)
  expect([socket.tries, forgotten()]).toEqual([3, 1])
  socket.active = true
  socket.emit('connect_error', new Error('websocket error'))
  await time.pass(60_000)
  expect(socket.tries).toBe(3)
})

test('live stops when the visitor is no longer known, and a new start tries again [OPEN-096]', async () => {
  const { socket, time, live } = open({ isKnown: () => false })
  live.start()
  socket.emit('connect_error', Object.assign(new Error(), { data: { code: 'unauthenticated' } }))
  await time.pass(60_000)
  expect(socket.tries).toBe(1)
  live.start()
  expect(socket.tries).toBe(2)
})
