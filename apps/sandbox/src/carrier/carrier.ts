/** Takes texts from either side and sees them through to the other. */
import type { Timers } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { BehaviourSwitch } from './behaviour.ts'
import type { Courier } from './courier.ts'
import { fateOf, type Step } from './fate.rules.ts'
import type { Ledger } from './ledger.ts'
import type { MediaStore } from './media-store.ts'
import type { Media, Text } from './text.ts'
import { inboundParameters, statusParameters } from './wire.rules.ts'

export interface Carrier {
  /** From the clinic's software to a phone. */
  take(text: Outbound): Text
  /** From a phone to the clinic. */
  type(text: Typed): Text
  /** Whether this phone told that clinic's number STOP, and not START since. */
  isOptedOut(phone: string, clinic: string): boolean
  clear(): void
}

interface Addressed {
  readonly from: string
  readonly to: string
  readonly body: string
}

export interface Typed extends Addressed {
  /** The files that the phone put into the media store. */
  readonly media: readonly Media[]
}

export interface Outbound extends Addressed {
  readonly mediaUrls: readonly string[]
  readonly statusCallback: string | null
}

const INBOUND_PATH = '/api/inbox/webhooks/twilio/sms'
const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)\s*$/i
const START = /^\s*(start|unstop|yes)\s*$/i

export function createCarrier(parts: {
  readonly config: SandboxConfig
  readonly timers: Timers
  readonly ledger: Ledger
  readonly behaviour: BehaviourSwitch
  readonly courier: Courier
  readonly mediaStore: MediaStore
  newId(): string
}): Carrier {
  const { config, timers, ledger, behaviour, courier, mediaStore, newId } = parts
  const optedOut = new Set<string>()
  let taken = 0
  const newSid = () => `SM${newId().replaceAll('-', '')}`

  function live(text: Text, statusCallback: string | null, { afterMs, becomes, reports }: Step) {
    timers.after(afterMs, () => {
      const now = timers.now()
      ledger.change(text.sid, { ...becomes, updatedAt: now, ...(becomes.status === 'sent' ? { sentAt: now } : {}) })
      if (statusCallback === null) return
      for (const report of reports)
        void courier.deliver(text.sid, statusCallback, statusParameters(text, report, config.accountSid))
    })
  }

  async function fetchMedia(textSid: string, mediaSid: string, url: string) {
    const contentType = await mediaStore.fetch(mediaSid, url)
    const text = ledger.get(textSid)
    if (!text) return
    const media = text.media.map((one) => (one.sid === mediaSid ? { ...one, contentType } : one))
    ledger.change(textSid, { media })
  }

  return {
    take({ statusCallback, mediaUrls, ...text }) {
      const media = mediaUrls.map(() => ({ sid: mediaStore.newSid(), contentType: null }))
      taken += 1
      const added = ledger.add({ ...text, ...begun(newSid(), timers.now()), media, direction: 'outbound-api' })
      // As the real one does: right away, and from wherever the clinic says that they are.
      for (const [index, url] of mediaUrls.entries()) void fetchMedia(added.sid, media[index]?.sid ?? '', url)
      const fated = { to: text.to, nth: taken }
      for (const step of fateOf(fated, behaviour.now(), config.pace)) live(added, statusCallback, step)
      return added
    },
    type(text) {
      const now = timers.now()
      const isDropped = behaviour.now().dropInbound
      const typed = ledger.add({
        ...text,
        ...begun(newSid(), now),
        direction: 'inbound',
        status: 'received',
        sentAt: now,
        handover: isDropped ? 'dropped' : 'waiting',
      })
      if (STOP.test(text.body)) optedOut.add(pair(text.from, text.to))
      if (START.test(text.body)) optedOut.delete(pair(text.from, text.to))
      if (isDropped) return typed
      void courier
        .deliver(text.from, config.publicUrl + INBOUND_PATH, inboundParameters(typed, config))
        .then((handover) => ledger.change(typed.sid, { handover }))
      return typed
    },
    isOptedOut: (phone, clinic) => optedOut.has(pair(phone, clinic)),
    clear() {
      optedOut.clear()
      taken = 0
    },
  }
}

function begun(sid: string, now: Date) {
  return {
    sid,
    status: 'queued',
    errorCode: null,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
    handover: null,
  } as const
}

const pair = (phone: string, clinic: string) => `${phone} ${clinic}`
