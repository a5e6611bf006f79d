/** How the carrier misbehaves, on request: what a real one does now and then, as often as a test or a demo wants it. */
import { z } from 'zod'
import { createSwitch, type Switch } from '../switch.ts'
import { isPhoneNumber } from './text.ts'

const numbers = z.array(z.string().refine(isPhoneNumber, 'must be a number like +15125550142')).max(1000)

export const behaviourSchema = z.strictObject({
  /**
   * To a text that is handed over: `slow` takes it and answers late, `hang` takes it and never answers, `tooMany` is 429 and
   * `error` 500, both without taking it.
   */
  answer: z.enum(['normal', 'slow', 'hang', 'tooMany', 'error']),
  /** After that many answers it is normal again; null: until it is changed. */
  times: z.int().min(1).max(1_000_000).nullable(),
  slowMs: z.int().min(0).max(120_000),
  retryAfterS: z.int().min(0).max(3600),
  /** Reports of what became of a text: each twice, in reverse order, not at all. */
  repeatCallbacks: z.boolean(),
  reorderCallbacks: z.boolean(),
  dropCallbacks: z.boolean(),
  /** The carrier takes and lists the texts of phones, but never posts them. */
  dropInbound: z.boolean(),
  /** Phones that nothing reaches: undelivered, 30003. */
  unreachable: numbers,
  /** Phones that take no texts: undelivered, 30006. */
  landlines: numbers,
  /** Of so many texts in a hundred the carrier says that they did not arrive, and not why: undelivered, 30008. */
  undeliveredPercent: z.int().min(0).max(100),
  /** A text beyond so many in a second is refused with 429 and not taken; null: there is no limit. */
  perSecond: z.int().min(1).max(1000).nullable(),
})
export type Behaviour = z.infer<typeof behaviourSchema>

export const GOOD_BEHAVIOUR: Behaviour = {
  answer: 'normal',
  times: null,
  slowMs: 4000,
  retryAfterS: 2,
  repeatCallbacks: false,
  reorderCallbacks: false,
  dropCallbacks: false,
  dropInbound: false,
  unreachable: [],
  landlines: [],
  undeliveredPercent: 0,
  perSecond: null,
}

const SECOND_MS = 1000

export interface BehaviourSwitch extends Switch<Behaviour> {
  /** How the next text is answered; uses up one of `times`. */
  nextAnswer(): Behaviour['answer']
  /** Counts a text that arrives; false if it is beyond those of a second. */
  hasRoom(now: Date): boolean
}

export function createBehaviour(): BehaviourSwitch {
  const behaviour = createSwitch(GOOD_BEHAVIOUR)
  /** When the texts of the last second arrived. */
  let arrived: number[] = []
  return {
    ...behaviour,
    nextAnswer() {
      const { answer, times } = behaviour.now()
      if (answer !== 'normal' && times !== null)
        behaviour.change(times > 1 ? { times: times - 1 } : { answer: 'normal', times: null })
      return answer
    },
    hasRoom(now) {
      const { perSecond } = behaviour.now()
      if (perSecond === null) return true
      arrived = arrived.filter((at) => at > now.getTime() - SECOND_MS)
      if (arrived.length >= perSecond) return false
      arrived.push(now.getTime())
      return true
    },
  }
}
