/** What every client heard, held against one another and, in the end, against the log: nothing may be told that isn't in it. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Subscribed } from '@foyer/contracts/live.ts'
import { isOfNewType } from './additions.ts'
import { CLINICS } from './clinics.ts'
import type { Ledger } from './ledger.ts'

export type Hearing = ReturnType<typeof createHearing>

export function createHearing(ledger: Ledger) {
  const told = new Map<string, { readonly what: string; readonly at: number }>()
  const marks = new Map(CLINICS.map(({ id, mark }) => [id, mark]))

  return {
    told,
    hear(name: string, organizationId: string, events: readonly Envelope[]) {
      ledger.count('events heard', events.length)
      for (const event of events) {
        ledger.hold('I6', event.organizationId === organizationId, () => `${name} hears of ${event.organizationId}`)
        if (isOfNewType(event)) ledger.count('events heard of a type that nobody knows')
        const at = `${organizationId} ${event.epoch} ${event.seq}`
        const what = `${event.type} ${event.key}`
        const held = told.get(at)
        if (!held) {
          told.set(at, { what, at: performance.now() })
          const foreign = CLINICS.some(({ id, mark }) => id !== organizationId && JSON.stringify(event).includes(mark))
          ledger.hold('I6', !foreign, () => `${name} of ${marks.get(organizationId)} is told what is another clinic's`)
        } else ledger.hold('I7', held.what === what, () => `${name} hears ${what} as ${at}, others heard ${held.what}`)
      }
    },
    /** What a screen's machine hands on is of the clinic that it shows. */
    isTold(name: string, organizationId: string, told: { readonly organizationId: string }) {
      const isOfIt = told.organizationId === organizationId
      ledger.hold('I6', isOfIt, () => `${name} shows ${organizationId} and is told of ${told.organizationId}`)
    },
    /** A chain of one socket's frames: what follows an answer begins where the last one ended. */
    chain(name: string) {
      let last: { epoch: string; to: number } | null = null
      let isNew = true
      let isFromPlace = false
      return {
        /** The socket is another one, or asks anew from where it is: what is still under way belongs to no chain. */
        asked(from: object | null) {
          last = null
          isFromPlace = from !== null
        },
        answered(reply: Subscribed) {
          const isUnderstood = reply.ok || reply.code !== 'not_valid'
          ledger.hold('F46', isUnderstood, () => `${name} asked what the relay does not understand`)
          if (isNew && reply.ok) ledger.count('connections')
          if (reply.ok) isNew = false
          if (isFromPlace && 'resync' in reply) ledger.count('resyncs')
          last = reply.ok ? { epoch: reply.epoch, to: reply.head } : null
        },
        /** Told of a place beyond the last frame's, it has to ask: from there frames go on elsewhere. One before it tells nothing new. */
        head({ epoch, head }: Head) {
          if (last && (last.epoch !== epoch || head > last.to)) last = null
        },
        frame({ epoch, from, to }: Frame) {
          ledger.count('frames heard')
          if (last) {
            const before = last
            const joins = before.epoch === epoch && before.to === from && to > from
            ledger.hold(
              'I4',
              joins,
              () => `${name} is told (${from}, ${to}] of ${epoch} after ${before.to} of ${before.epoch}`,
            )
          }
          if (last) last = { epoch, to }
        },
      }
    },
  }
}
