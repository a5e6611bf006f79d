import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { Server, type ServerOptions, type Socket } from 'socket.io'
import { io as connect } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../../test/world.ts'
import { createMetrics } from '../metrics.ts'
import { createFrameWriter, messageOf } from './frame-writer.ts'
import { IO_OPTIONS } from './io.ts'
import { sendTo } from './member.ts'
import { proveWire } from './prove-wire.ts'
import type { RelayServer } from './socket.ts'
import { Wire, webSocketFrame } from './wire.ts'

interface Parser {
  readonly Encoder: new () => { encode(packet: object): string[] }
  readonly Decoder: unknown
}

/** A connection that records each write; a write may have several parts. */
function createTcp() {
  const writes: Buffer[][] = []
  const tcp = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      writes.push([chunk])
      done()
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => chunk as Buffer))
      done()
    },
  })
  return { tcp, writes }
}

/** A server and a client, and the messages that the client received. */
async function pair(options: Partial<ServerOptions> = {}, transports = ['websocket']) {
  const http = createServer()
  const io = new Server(http, { ...IO_OPTIONS, ...options })
  const joined = new Promise<Socket>((resolve) =>
    io.once('connection', (socket) => {
      socket.data.claims = { sub: 'usr_lena' }
      resolve(socket)
    }),
  )
  http.listen(0)
  await once(http, 'listening')
  const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { transports, forceNew: true })
  onTestFinished(async () => {
    client.disconnect()
    await io.close()
  })
  const told: unknown[] = []
  client.on('events', (message) => void told.push(message))
  return { io, socket: await joined, client, told }
}

const said = (client: { once(name: string, listener: () => void): unknown }, name: string) =>
  new Promise<void>((resolve) => void client.once(name, resolve))

test('proveWire succeeds with the installed Socket.IO [OPEN-096]', async () => {
  expect(await proveWire(IO_OPTIONS)).toBe(true)
})

test('proveWire fails when Socket.IO writes other bytes [OPEN-096]', async () => {
  expect(await proveWire({ ...IO_OPTIONS, transports: ['polling'] })).toBe(false)
  const { Encoder, Decoder } = (new Server() as unknown as { _parser: Parser })._parser
  class Other extends Encoder {
    override encode(packet: object): string[] {
      return super.encode(packet).map((text) => `${text} `)
    }
  }
  expect(await proveWire({ ...IO_OPTIONS, parser: { Encoder: Other, Decoder } })).toBe(false)
})

test('webSocketFrame writes the header that the length needs [OPEN-096]', () => {
  for (const [length, head] of [
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
    [65_536, '817f0000000000010000'],
  ] as const) {
    const frame = webSocketFrame('x'.repeat(length))
    expect(frame.subarray(0, frame.length - length).toString('hex')).toBe(head)
  }
  expect(webSocketFrame('ä').toString('hex')).toBe('8102c3a4')
})

test('messages sent by both paths arrive in the order in which they were sent [OPEN-096]', async () => {
  const { socket, client, told } = await pair()
  const wire = new Wire(socket.conn)
  let isShort = 0
  for (let number = 0; number < 300; number += 1) {
    const isTaken = number % 3 > 0 && wire.write(webSocketFrame(messageOf('events', number)))
    if (isTaken) isShort += 1
    else socket.emit('events', number)
    if (number % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const last = said(client, 'last')
  socket.emit('last')
  await last
  expect(told).toEqual(Array.from({ length: 300 }, (_, number) => number))
  expect(isShort).toBeGreaterThan(50)
})

test.each([
  ['compression', { perMessageDeflate: { threshold: 0 } }, ['websocket']],
  ['long-polling', {}, ['polling']],
])("frame writer uses Socket.IO's path with %s [OPEN-096]", async (_, options, transports) => {
  const { io, socket, client, told } = await pair(options, transports)
  expect(new Wire(socket.conn).write(webSocketFrame('x'))).toBe(false)
  const frameWriter = createFrameWriter({
    io: io as unknown as RelayServer,
    metrics: createMetrics(),
    isProven: () => true,
  })
  const last = said(client, 'events')
  sendTo([frameWriter.readerOf(socket as never)], frameWriter.events('frame' as never))
  await last
  expect(told).toEqual(['frame'])
})

test("frame writer uses Socket.IO's path when the direct path is not proven [OPEN-096]", async () => {
  const { io, socket, client, told } = await pair()
  const metrics = createMetrics()
  const frameWriter = createFrameWriter({ io: io as unknown as RelayServer, metrics, isProven: () => false })
  const last = said(client, 'events')
  const reader = frameWriter.readerOf(socket as never)
  frameWriter.together(socket as never, () => sendTo([reader], frameWriter.events('frame' as never)))
  await last
  expect(told).toEqual(['frame'])
  expect((await metrics.longWay.get()).values[0]?.value).toBe(1)
})

test('Wire refuses a connection whose internals differ from the known ones [OPEN-096]', () => {
  const { tcp, writes } = createTcp()
  const good = {
    ...{ readyState: 'open', upgrading: false, writeBuffer: [] },
    transport: { name: 'websocket', socket: { readyState: 1, extensions: '', _socket: tcp } },
  }
  const { transport } = good
  const others: unknown[] = [
    ...[null, 'connection', {}],
    ...[
      { ...good, readyState: 'closing' },
      { ...good, upgrading: true },
      { ...good, writeBuffer: ['before'] },
    ],
    ...[
      { ...good, writeBuffer: undefined },
      { ...good, transport: undefined },
    ],
    { ...good, transport: { ...transport, name: 'polling' } },
    { ...good, transport: { name: 'websocket' } },
    { ...good, transport: { ...transport, socket: { ...transport.socket, readyState: 2 } } },
    { ...good, transport: { ...transport, socket: { ...transport.socket, extensions: 'permessage-deflate' } } },
    { ...good, transport: { ...transport, socket: { ...transport.socket, _socket: { write() {} } } } },
  ]
  for (const other of others) expect(new Wire(other).write(Buffer.of(1))).toBe(false)
  expect(writes).toEqual([])
  expect(new Wire(good).write(Buffer.of(1))).toBe(true)
  expect(writes).toEqual([[Buffer.of(1)]])
})

test('Wire sends everything within `together` in one write [OPEN-096]', () => {
  const { tcp, writes } = createTcp()
  const socket = { readyState: 1, extensions: '', _socket: tcp }
  const wire = new Wire({
    readyState: 'open',
    upgrading: false,
    writeBuffer: [],
    transport: { name: 'websocket', socket },
  })
  wire.together(() => {
    for (let number = 0; number < 3; number += 1) wire.write(Buffer.of(number))
    expect(writes).toEqual([])
  })
  expect(writes).toEqual([[Buffer.of(0), Buffer.of(1), Buffer.of(2)]])
})

test("polling client receives the same events, and only it uses Socket.IO's path [OPEN-096]", async () => {
  const world = await startWorld()
  const quick = await world.connected()
  await quick.subscribe()
  await world.change('org_cedar', {})
  await quick.reach(1)
  expect(await world.metric('relay_sends_long_way_total')).toBe(0)
  const polling = world.screen(await world.api.token({ sub: 'usr_dana' }), { transports: ['polling'] })
  expect(await polling.opened()).toBe('connected')
  await polling.subscribe()
  await world.change('org_cedar', {}, {})
  for (const screen of [quick, polling]) await screen.reach(3)
  expect(await world.metric('relay_sends_long_way_total')).toBeGreaterThan(0)
})
