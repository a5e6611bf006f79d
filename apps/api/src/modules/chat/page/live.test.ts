import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createTime, script } from './page-world.suite.ts'

const { createLive } = await script('./live.js')

/** Socket.IO's socket, as far as the page knows it. */
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

test('[INBOX-02] it hears messages and nothing that it does not know', () => {
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

test('[OPEN-096] closed because its token ran out, it comes back with a new one', async () => {
  const { socket, time, live, forgotten } = open()
  live.start()
  socket.emit('disconnect', 'io server disconnect')
  expect([socket.tries, forgotten()]).toEqual([1, 1])
  await time.pass(2_000)
  expect(socket.tries).toBe(2)
})

test('[OPEN-096] refused, it tries again; a connection that could not be made is left to the library', async () => {
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

test('[OPEN-096] nobody who is not known any more knocks for ever; a new start begins again', async () => {
  const { socket, time, live } = open({ isKnown: () => false })
  live.start()
  socket.emit('connect_error', Object.assign(new Error(), { data: { code: 'unauthenticated' } }))
  await time.pass(60_000)
  expect(socket.tries).toBe(1)
  live.start()
  expect(socket.tries).toBe(2)
})
