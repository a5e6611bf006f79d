import { once } from 'node:events'
import { createServer } from 'node:http'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { messageExample } from '@foyer/contracts/inbox/message.ts'
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReceivedCheck } from './check-received.ts'
import { CEDAR } from './clinics.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { openScreen, type Screen } from './screen.ts'

const organizationId = CEDAR.id
const conversationId = 'con_1'

/** The epoch of the log, whose head is 1. */
let logEpoch: string
/** Whether the list was read in this epoch. */
let isListRead: boolean
/** Releases the read of the thread, which is held in a later epoch once the list was read. */
let release: () => void
let isHeld: boolean
let relay: Server<ClientToRelay, RelayToClient>
let ledger: Ledger
let screen: Screen

beforeEach(async () => {
  logEpoch = 'first'
  isListRead = false
  isHeld = false
  const http = createServer()
  relay = new Server(http)
  relay.on('connection', (socket) => {
    socket.on('subscribe', ({ epoch }, answer) => {
      const place = { ok: true as const, epoch: logEpoch, head: 1, counts: noCounts }
      answer(epoch === logEpoch ? { ...place, events: [] } : { ...place, resync: true })
    })
    socket.on('watch', (_, answer) => answer({ ok: true, epoch: logEpoch, head: 1 }))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const relayUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const ask = async (name: string) => {
    const reply = { data: [], asOf: 1, epoch: logEpoch }
    if (name === 'conversations') isListRead = true
    else if (isListRead && logEpoch !== 'first') {
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
    relayUrl,
    received: createReceivedCheck(ledger),
    random: () => 0,
  })
})
afterEach(async () => {
  screen.close()
  await relay.close()
})

test('screen keeps a message when it arrives while the thread is read in a new epoch', async () => {
  screen.open(conversationId)
  await vi.waitFor(() => expect(screen.isLive()).toBe(true))

  logEpoch = 'second'
  isListRead = false
  relay.emit('head', { organizationId, epoch: logEpoch, head: 1 })
  await vi.waitFor(() => expect(isHeld).toBe(true))
  const added = {
    ...{ epoch: logEpoch, organizationId, seq: 2, type: 'message.added', key: messageExample._id },
    ...{ audience: `conversation:${conversationId}` as const, at: messageExample.createdAt, counts: noCounts },
    data: { conversationId, message: { ...messageExample, version: 2 } },
  }
  relay.emit('events', { organizationId, epoch: logEpoch, from: 1, to: 2, counts: noCounts, events: [added] })
  await vi.waitFor(() => expect(ledger.counts.get('frames received')).toBe(1))
  release()

  await vi.waitFor(() => expect(screen.isLive()).toBe(true))
  expect(screen.thread()?.messages.map(({ _id }) => _id)).toEqual([messageExample._id])
})
