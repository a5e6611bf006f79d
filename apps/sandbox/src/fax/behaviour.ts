/** How the fax service and the machines behind it behave, on request. */
import { z } from 'zod'
import { createSwitch, type Switch } from '../switch.ts'

const outcome = z.enum(['delivered', 'busy', 'noAnswer', 'voice', 'dead', 'partial', 'document'])
export type Outcome = z.infer<typeof outcome>

export const faxBehaviourSchema = z.strictObject({
  /** The fate of a fax that was taken. */
  outcome,
  /** The pages that arrive of a partial fax. */
  pagesSent: z.int().min(1).max(200),
  /**
   * To a fax that is handed over: `slow` takes it and answers late, `hang` takes it and never answers, `lost` takes nothing and
   * never answers, `tooMany` is 429 and `error` 500, both without taking it.
   */
  answer: z.enum(['normal', 'slow', 'hang', 'lost', 'tooMany', 'error']),
  /** After that many faxes both are normal again; null: until they are changed. */
  times: z.int().min(1).max(1_000_000).nullable(),
  dropCallbacks: z.boolean(),
  repeatCallbacks: z.boolean(),
  /** Machines that always do the same, by number. */
  byNumber: z.record(z.string().regex(/^\+\d{7,15}$/, 'must be a number like +15125550142'), outcome),
})
export type FaxBehaviour = z.infer<typeof faxBehaviourSchema>

export const GOOD_FAX_BEHAVIOUR: FaxBehaviour = {
  outcome: 'delivered',
  pagesSent: 1,
  answer: 'normal',
  times: null,
  dropCallbacks: false,
  repeatCallbacks: false,
  byNumber: {},
}

/** Sinch's test number, whose machine takes every fax. */
const ALWAYS_ARRIVES = '+19898989898'

interface Fate {
  readonly answer: FaxBehaviour['answer']
  readonly outcome: Outcome
}

export interface FaxBehaviourSwitch extends Switch<FaxBehaviour> {
  /** The fate of the next fax to this number; uses up one of `times`. */
  nextFate(number: string): Fate
}

export function createFaxBehaviour(): FaxBehaviourSwitch {
  const behaviour = createSwitch(GOOD_FAX_BEHAVIOUR)
  return {
    ...behaviour,
    nextFate(number) {
      const { answer, outcome, times, byNumber } = behaviour.now()
      if (times !== null)
        behaviour.change(times > 1 ? { times: times - 1 } : { answer: 'normal', outcome: 'delivered', times: null })
      return { answer, outcome: number === ALWAYS_ARRIVES ? 'delivered' : (byNumber[number] ?? outcome) }
    },
  }
}
