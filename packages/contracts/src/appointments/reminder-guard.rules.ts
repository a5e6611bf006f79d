/** The guard of texts to patients for reminders and the other texts about visits, whose replies ask for another time with R. */
import { type Collision, collisionsIn } from '../outreach/reply-words.rules.ts'

/** None of them opts out, and the first one is heard. */
const DECLINE_WORDS = ['R', 'N', 'X', 'Q', 'Z']

export function reminderCollisions(text: string): readonly Collision[] {
  return collisionsIn(text, { declineWords: DECLINE_WORDS }).map((found) =>
    found.heard === 'optOut'
      ? {
          ...found,
          message: `${found.word.toUpperCase()} stops all texts at the carrier. Ask for ${found.instead} instead.`,
        }
      : found,
  )
}
