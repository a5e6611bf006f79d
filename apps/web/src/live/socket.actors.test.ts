// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import { Server } from 'socket.io'
import { expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import type { FromSocket } from './live-messages.ts'
import { createSocketActor } from './socket.actors.ts'

const paintsNothing = () => () => undefined

/** A real Socket.IO server that takes one token, and an actor that is connected to it. */
async function bench({ freshToken = false, good = 'good', ticket = '' } = {}) {
  const http = createServer()
  const io = new Server<ClientToRelay, RelayToClient>(http)
  const renewals: string[] = []
  const presented: unknown[] = []
  io.use((socket, next) => {
    presented.push(socket.handshake.auth)
    const isGood = socket.handshake.auth.token === good
    next(isGood ? undefined : Object.assign(new Error('no'), { data: { code: 'unauthenticated' } }))
  })
  io.on('connection', (socket) => {
    socket.on('subscribe', (_, answer) => answer({ ok: false, code: 'unavailable', retryMs: 5 }))
    socket.on('watch', (_, answer) => answer({ ok: true, epoch: 'e1', head: 7 }))
    socket.on('auth.renew', ({ token }, answer) => {
      renewals.push(token)
      answer({ ok: true, expiresAt: '2026-11-19T15:14:00.000Z' })
    })
    if (ticket) socket.emit('auth.ticket', { ticket })
    socket.emit('head', { organizationId: 'org_cedar', epoch: 'e1', head: 3 })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const heard: FromSocket[] = []
  const token = { get: async () => 'good', renew: async () => 'renewed' }
  const socketActor = createSocketActor({
    token,
    address,
    events: { 'room.changed': { _id: 'string' } },
    afterPaint: paintsNothing,
  })
  const parent = setup({
    types: { events: {} as FromSocket },
    actors: { socket: socketActor },
  }).createMachine({
    invoke: { src: 'socket', id: 'socket', input: { freshToken } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  })
  const connect = () => createActor(parent).start()
  const actor = connect()
  const socket = () => actor.getSnapshot().children.socket
  const types = () => heard.map(({ type }) => type)
  const close = async () => {
    actor.stop()
    await io.close()
  }
  return { actor, connect, heard, types, socket, io, renewals, presented, close }
}

test('socket actor reports its connection, and carries messages both ways [OPEN-097]', async () => {
  const { socket, heard, types, close, renewals } = await bench()
  await vi.waitFor(() => expect(types()).toEqual(['socket.connected', 'relay.head']))
  socket()?.send({ type: 'subscribe', ask: 4, message: { organizationId: 'org_cedar' } })
  socket()?.send({ type: 'watch', opening: 3, message: { organizationId: 'org_cedar', topic: 'conversation:c1' } })
  socket()?.send({ type: 'renew' })
  await vi.waitFor(() => expect(heard).toHaveLength(5))
  expect(heard.slice(2)).toEqual([
    { type: 'relay.subscribed', ask: 4, reply: { ok: false, code: 'unavailable', retryMs: 5 } },
    { type: 'relay.watched', topic: 'conversation:c1', opening: 3, reply: { ok: true, epoch: 'e1', head: 7 } },
    { type: 'relay.renewed', reply: { ok: true, expiresAt: '2026-11-19T15:14:00.000Z' } },
  ])
  expect(renewals).toEqual(['renewed'])
  await close()
})

test('socket actor reports a refused token, and connects with a renewed one', async () => {
  const refused = await bench({ good: 'renewed' })
  await vi.waitFor(() => expect(refused.heard).toEqual([{ type: 'socket.refused', unauthenticated: true }]))
  await refused.close()
  const fresh = await bench({ good: 'renewed', freshToken: true })
  await vi.waitFor(() => expect(fresh.types()).toContain('socket.connected'))
  await fresh.close()
})

test('socket actor reports the loss once when the relay disconnects, and does not reconnect [OPEN-097]', async () => {
  const { io, types, close } = await bench()
  await vi.waitFor(() => expect(types()).toContain('relay.head'))
  io.disconnectSockets(true)
  await vi.waitFor(() => expect(types().filter((type) => type === 'socket.lost')).toHaveLength(1))
  expect(types().filter((type) => type === 'socket.connected')).toHaveLength(1)
  await close()
})

test('socket actor reports the pulse answer as a head, and lateness without one [OPEN-097]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { io, socket, heard, types, close } = await bench()
  const asked: ((reply: never) => void)[] = []
  const turn = () => new Promise(setImmediate)
  try {
    while (!types().includes('relay.head')) await turn()
    for (const one of io.sockets.sockets.values()) one.on('pulse', (_, answer) => void asked.push(answer))
    socket()?.send({ type: 'subscribe', ask: 1, message: { organizationId: 'org_cedar' } })
    while (!types().includes('relay.subscribed')) await turn()
    vi.advanceTimersByTime(LIVE.pulseEveryMs)
    while (asked.length === 0) await turn()
    vi.advanceTimersByTime(LIVE.lateMs)
    expect(heard.at(-1)).toEqual({ type: 'socket.late', isLate: true })
    const before = heard.length
    asked[0]?.({ ok: true, epoch: 'e1', head: 9 } as never)
    while (heard.length === before) await turn()
    expect(heard.slice(-2)).toEqual([
      { type: 'relay.head', head: { organizationId: 'org_cedar', epoch: 'e1', head: 9 } },
      { type: 'socket.late', isLate: false },
    ])
    vi.advanceTimersByTime(LIVE.pulseEveryMs)
    while (asked.length === 1) await turn()
    vi.advanceTimersByTime(LIVE.silenceMs)
    expect(types().at(-1)).toBe('socket.lost')
  } finally {
    vi.useRealTimers()
    await close()
  }
})

test('socket actor passes on known events only, from answers and frames, and keeps their positions', async () => {
  const { socket, heard, types, io, close } = await bench()
  await vi.waitFor(() => expect(types()).toContain('relay.head'))
  const at = { organizationId: 'org_cedar', epoch: 'e1', counts: noCounts }
  const told = { key: 'r1', audience: 'organization' as const, at: '2026-11-19T15:14:00.000Z' }
  const event = (seq: number, type: string, data: unknown) => ({ ...at, ...told, seq, type, data })
  const events = (from: number) => [
    event(from + 1, 'room.changed', { _id: 'r1' }),
    event(from + 2, 'room.changed', { _id: 7 }),
    event(from + 3, 'brand.new', { _id: 'r1' }),
  ]
  for (const one of io.sockets.sockets.values()) {
    one.removeAllListeners('subscribe')
    one.on('subscribe', (_, answer) => {
      answer({ ok: true, epoch: 'e1', head: 13, counts: noCounts, events: events(10) })
      one.emit('events', { ...at, from: 13, to: 16, events: events(13) })
    })
  }
  socket()?.send({ type: 'subscribe', ask: 1, message: { organizationId: 'org_cedar' } })
  await vi.waitFor(() => expect(types()).toContain('relay.events'))
  expect(heard.slice(-2)).toMatchObject([
    { type: 'relay.subscribed', reply: { head: 13, events: [{ seq: 11 }] } },
    { type: 'relay.events', frame: { from: 13, to: 16, events: [{ seq: 14 }] } },
  ])
  await close()
})

test('socket actor disconnects when stopped', async () => {
  const { actor, io, types, close } = await bench()
  await vi.waitFor(() => expect(types()).toContain('relay.head'))
  actor.stop()
  await vi.waitFor(() => expect(io.engine.clientsCount).toBe(0))
  await close()
})

test('socket actor presents the ticket of the last connection at the next one', async () => {
  const { actor, connect, io, types, presented, close } = await bench({ ticket: 'sealed' })
  await vi.waitFor(() => expect(types()).toContain('relay.head'))
  actor.stop()
  await vi.waitFor(() => expect(io.engine.clientsCount).toBe(0))
  const next = connect()
  await vi.waitFor(() => expect(presented).toEqual([{ token: 'good' }, { token: 'good', ticket: 'sealed' }]))
  next.stop()
  await close()
})
