/** Checks the events that clients receive: against each other at once, and at rest against the log. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Subscribed } from '@foyer/contracts/live.ts'
import { isOfNewType } from './additions.ts'
import { CLINICS } from './clinics.ts'
import type { Ledger } from './ledger.ts'

export type ReceivedCheck = ReturnType<typeof createReceivedCheck>

export function createReceivedCheck(ledger: Ledger) {
  const seen = new Map<string, { readonly what: string; readonly at: number }>()
  const marks = new Map(CLINICS.map(({ id, mark }) => [id, mark]))

  return {
    events: seen,
    receive(name: string, organizationId: string, events: readonly Envelope[]) {
      ledger.count('events received', events.length)
      for (const event of events) {
        ledger.hold(
          'I6',
          event.organizationId === organizationId,
          () => `${name} received an event of ${event.organizationId}`,
        )
        if (isOfNewType(event)) ledger.count('events received of an unknown type')
        const at = `${organizationId} ${event.epoch} ${event.seq}`
        const what = `${event.type} ${event.key}`
        const held = seen.get(at)
        if (!held) {
          seen.set(at, { what, at: performance.now() })
          const foreign = CLINICS.some(({ id, mark }) => id !== organizationId && JSON.stringify(event).includes(mark))
          ledger.hold('I6', !foreign, () => `${name} of ${marks.get(organizationId)} received data of another clinic`)
        } else
          ledger.hold('I7', held.what === what, () => `${name} received ${what} as ${at}, others received ${held.what}`)
      }
    },
    /** A screen's machine must emit only events of the clinic that the screen shows. */
    checkClinic(name: string, organizationId: string, emitted: { readonly organizationId: string }) {
      const isOfIt = emitted.organizationId === organizationId
      ledger.hold('I6', isOfIt, () => `${name} shows ${organizationId} and got events of ${emitted.organizationId}`)
    },
    /** Checks the frames of one socket: each must begin where the answer or frame before it ended. */
    chain(name: string) {
      let last: { epoch: string; to: number } | null = null
      let isNew = true
      let isFromPlace = false
      return {
        /** A new socket or a new `subscribe`: frames that are still on their way are not checked. */
        asked(from: object | null) {
          last = null
          isFromPlace = from !== null
        },
        answered(reply: Subscribed) {
          const isUnderstood = reply.ok || reply.code !== 'not_valid'
          ledger.hold('F46', isUnderstood, () => `the relay refused a request of ${name} as not valid`)
          if (isNew && reply.ok) ledger.count('connections')
          if (reply.ok) isNew = false
          if (isFromPlace && 'resync' in reply) ledger.count('resyncs')
          last = reply.ok ? { epoch: reply.epoch, to: reply.head } : null
        },
        /** A head beyond the last frame forces a resync, so the next frame may begin elsewhere. A head at or before it changes nothing. */
        head({ epoch, head }: Head) {
          if (last && (last.epoch !== epoch || head > last.to)) last = null
        },
        frame({ epoch, from, to }: Frame) {
          ledger.count('frames received')
          if (last) {
            const before = last
            const joins = before.epoch === epoch && before.to === from && to > from
            ledger.hold(
              'I4',
              joins,
              () => `${name} received (${from}, ${to}] of ${epoch} after ${before.to} of ${before.epoch}`,
            )
          }
          if (last) last = { epoch, to }
        },
      }
    },
  }
}
