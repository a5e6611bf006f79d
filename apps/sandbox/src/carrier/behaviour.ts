/** How the carrier misbehaves, on request: what a real one does now and then, as often as a test or a demo wants it. */
import { z } from 'zod'
import { createSwitch, type Switch } from '../switch.ts'
import { isPhoneNumber } from './text.ts'

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
  unreachable: z.array(z.string().refine(isPhoneNumber, 'must be a number like +15125550142')).max(1000),
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
}

export interface BehaviourSwitch extends Switch<Behaviour> {
  /** How the next text is answered; uses up one of `times`. */
  nextAnswer(): Behaviour['answer']
}

export function createBehaviour(): BehaviourSwitch {
  const behaviour = createSwitch(GOOD_BEHAVIOUR)
  return {
    ...behaviour,
    nextAnswer() {
      const { answer, times } = behaviour.now()
      if (answer !== 'normal' && times !== null)
        behaviour.change(times > 1 ? { times: times - 1 } : { answer: 'normal', times: null })
      return answer
    },
  }
}
