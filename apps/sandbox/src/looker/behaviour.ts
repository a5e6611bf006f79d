/** How the BI service answers; tests and people change it. */
import { z } from 'zod'

export const lookerBehaviourSchema = z.strictObject({
  answer: z.enum(['normal', 'slow', 'expired', 'down']),
  /** The page does not tell that it has loaded. */
  silent: z.boolean(),
})
export type LookerBehaviour = z.infer<typeof lookerBehaviourSchema>

const GOOD: LookerBehaviour = { answer: 'normal', silent: false }

export interface LookerSwitch {
  now(): LookerBehaviour
  change(settings: Partial<LookerBehaviour>): LookerBehaviour
  clear(): void
}

export function createLookerBehaviour(): LookerSwitch {
  let behaviour = GOOD
  return {
    now: () => behaviour,
    change(settings) {
      behaviour = { ...behaviour, ...settings }
      return behaviour
    },
    clear() {
      behaviour = GOOD
    },
  }
}
