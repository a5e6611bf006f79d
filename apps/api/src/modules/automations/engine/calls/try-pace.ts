import { Refusal } from '../../../../http/refusal.ts'
import { createPace } from './pace.rules.ts'

const TRIES = { most: 20, windowMs: 60_000 } as const

/** Each user has so many tries a minute; the next one is refused. */
export function createTryPace(): (userId: string, now: Date) => void {
  const pace = createPace(TRIES)
  return (userId, now) => {
    const waitMs = pace.take(userId, now.getTime())
    if (waitMs <= 0) return
    throw new Refusal('rate_limited', 'That is a lot of tries. Wait a moment.', {
      retryAfterS: Math.ceil(waitMs / 1000),
    })
  }
}
