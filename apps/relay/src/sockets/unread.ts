/**
 * Disconnects a client that sends many messages and reads no answer. Because every message is answered, the unread
 * answers would otherwise pile up without limit, even before the client is authenticated.
 */
import type { Closable, CloseReason } from './close-socket.ts'
import { unsentBytes } from './unsent.ts'

interface Connection {
  readonly id: string
  on(event: 'packet', listener: () => void): unknown
  close(discard: boolean): unknown
}

/** Measuring unsent bytes costs time in proportion to them, so it runs once per this many messages. */
const LOOK_EVERY = 64

interface Dependencies {
  readonly maxUnsentBytes: number
  closeSocket(leaving: Closable, reason: CloseReason): void
}

export function endUnread(connection: Connection, { maxUnsentBytes, closeSocket }: Dependencies): void {
  let heard = 0
  let before = 0
  connection.on('packet', () => {
    heard += 1
    if (heard % LOOK_EVERY !== 0) return
    const unsent = unsentBytes(connection)
    // A client that merely reads slowly has fewer unsent bytes at the next check.
    const isUnread = Math.min(before, unsent) > maxUnsentBytes && unsent >= before
    before = unsent
    if (!isUnread) return
    // Unsent answers are discarded: waiting until they are read would keep them in memory.
    closeSocket({ id: connection.id, disconnect: () => connection.close(true) }, 'too_slow')
  })
}
