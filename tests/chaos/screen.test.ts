import { once } from 'node:events'
import { createServer } from 'node:http'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CEDAR } from './clinics.ts'
import { createHearing } from './hearing.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { openScreen, type Screen } from './screen.ts'

const organizationId = CEDAR.id
const conversationId = 'con_1'

/** Of the log, whose head is 1. */
let life: string
/** In this life. */
let isListRead: boolean
/** Once the list was read, a reading of the thread in a later life is held. */
let release: () => void
let isHeld: boolean
let relay: Server<ClientToRelay, RelayToClient>
let ledger: Ledger
let screen: Screen

beforeEach(async () => {
  life = 'first'
  isListRead = false
  isHeld = false
  const http = createServer()
  relay = new Server(http)
  relay.on('connection', (socket) => {
    socket.on('subscribe', ({ epoch }, answer) => {
      const place = { ok: true as const, epoch: life, head: 1, counts: noCounts }
      answer(epoch === life ? { ...place, events: [] } : { ...place, resync: true })
    })
    socket.on('watch', (_, answer) => answer({ ok: true, epoch: life, head: 1 }))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const door = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const ask = async (name: string) => {
    const reply = { data: [], asOf: 1, epoch: life }
    if (name === 'conversations') isListRead = true
    else if (isListRead && life !== 'first') {
      isHeld = true
      await new Promise<void>((resolve) => {
        release = resolve
      })
    }
    return { kind: 'ok', reply }
  }
  const token = { get: async () => 'good', renew: async () => 'good' }
  ledger = createLedger()
  screen = openScreen({
    name: 'screen',
    staff: { organizationId, token, ask, hasSession: async () => true } as never,
    door,
    hearing: createHearing(ledger),
    random: () => 0,
  })
})
afterEach(async () => {
  screen.close()
  await relay.close()
})

test('in a new life of the log a message that comes while the thread is read stays', async () => {
  screen.open(conversationId)
  await vi.waitFor(() => expect(screen.isLive()).toBe(true), 5_000)

  life = 'second'
  isListRead = false
  relay.emit('head', { organizationId, epoch: life, head: 1 })
  await vi.waitFor(() => expect(isHeld).toBe(true), 5_000)
  const added = {
    ...{ epoch: life, organizationId, seq: 2, type: 'message.added', key: messageExample._id },
    ...{ audience: `conversation:${conversationId}` as const, at: messageExample.createdAt, counts: noCounts },
    data: { conversationId, message: { ...messageExample, version: 2 } },
  }
  relay.emit('events', { organizationId, epoch: life, from: 1, to: 2, counts: noCounts, events: [added] })
  await vi.waitFor(() => expect(ledger.counts.get('frames heard')).toBe(1), 5_000)
  release()

  await vi.waitFor(() => expect(screen.isLive()).toBe(true), 5_000)
  expect(screen.thread()?.messages.map(({ _id }) => _id)).toEqual([messageExample._id])
})
