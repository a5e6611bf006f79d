/**
 * Every word of a browser is answered. Whoever says much and reads no answer would have them pile up here without end, also
 * before it says whose it is: it is cut off.
 */
import type { Goodbye, Leaving } from './goodbye.ts'
import { unsentBytes } from './unsent.ts'

interface Connection {
  readonly id: string
  on(event: 'packet', hear: () => void): unknown
  close(discard: boolean): unknown
}

/** To look costs as much as lies there: more than these answers are not written between two looks. */
const LOOK_EVERY = 64

interface Parts {
  readonly maxUnsentBytes: number
  goodbye(leaving: Leaving, reason: Goodbye): void
}

export function endUnread(connection: Connection, { maxUnsentBytes, goodbye }: Parts): void {
  let heard = 0
  let before = 0
  connection.on('packet', () => {
    heard += 1
    if (heard % LOOK_EVERY !== 0) return
    const unsent = unsentBytes(connection)
    // Who merely reads slowly has less to read by the next look.
    const isUnread = Math.min(before, unsent) > maxUnsentBytes && unsent >= before
    before = unsent
    if (!isUnread) return
    // What lies there is forgotten: to wait until it is read would be to keep it.
    goodbye({ id: connection.id, disconnect: () => connection.close(true) }, 'too_slow')
  })
}
