/** How Google behaves, on request. */
import { z } from 'zod'
import { createSwitch, type Switch } from '../switch.ts'

export const googleBehaviourSchema = z.strictObject({
  /**
   * To a request: `slow` answers late, `hang` does what it asks and never answers, `lost` does nothing and never answers, `tooMany`
   * is 429 and `error` 500, both without doing it, `unauthorized` is 401 and its consent has ended.
   */
  answer: z.enum(['normal', 'slow', 'hang', 'lost', 'tooMany', 'error', 'unauthorized']),
  /** After that many requests they are answered normally again; null: until it is changed. */
  times: z.int().min(1).max(1_000_000).nullable(),
  /** Only requests that change something are meant. */
  onlyChanges: z.boolean(),
  /** The person of a consent manages one account, or that of the second clinic as well. */
  accounts: z.enum(['one', 'several']),
  moderation: z.enum(['approve', 'hold', 'reject']),
  violation: z.string().max(100),
  /** Each page of reviews after the first lacks so many. */
  latePages: z.int().min(0).max(50),
  push: z.enum(['on', 'off', 'twice', 'forged']),
})
export type GoogleBehaviour = z.infer<typeof googleBehaviourSchema>

export const GOOD_GOOGLE_BEHAVIOUR: GoogleBehaviour = {
  ...{ answer: 'normal', times: null, onlyChanges: false, accounts: 'one', moderation: 'approve' },
  ...{ violation: 'ADVERTISING_AND_SOLICITATION', latePages: 0, push: 'on' },
}

export interface GoogleBehaviourSwitch extends Switch<GoogleBehaviour> {
  /** The answer to the next request; uses up one of `times`. */
  nextAnswer(isChange: boolean): GoogleBehaviour['answer']
}

export function createGoogleBehaviour(): GoogleBehaviourSwitch {
  const behaviour = createSwitch(GOOD_GOOGLE_BEHAVIOUR)
  return {
    ...behaviour,
    nextAnswer(isChange) {
      const { answer, times, onlyChanges } = behaviour.now()
      if (answer === 'normal' || (onlyChanges && !isChange)) return 'normal'
      if (times !== null) behaviour.change(times > 1 ? { times: times - 1 } : { answer: 'normal', times: null })
      return answer
    },
  }
}
