/** Who is on which conversation, in words. */
import type { Hold } from '@foyer/contracts/inbox/hold.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'

export interface HoldMark {
  /** "Lena is on it", "You are on it" */
  readonly words: string
  readonly name: string
  readonly isOwn: boolean
}

interface Viewer {
  readonly userId: string
  /** Current names by id. */
  readonly names: ReadonlyMap<string, string>
  readonly now: Date
}

/** The marks by conversation. A hold that has run out is gone before its event comes. */
export function marksOf(holds: readonly Hold[], { userId, names, now }: Viewer): ReadonlyMap<string, HoldMark> {
  return new Map(
    holds
      .filter(({ until }) => until !== null && Date.parse(until) > now.getTime())
      .map((hold) => {
        const name = names.get(hold.userId) ?? hold.name
        const isOwn = hold.userId === userId
        return [hold.conversationId, { name, isOwn, words: isOwn ? 'You are on it' : `${givenName(name)} is on it` }]
      }),
  )
}
