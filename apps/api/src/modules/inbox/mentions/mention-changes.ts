/** Mentions as log events, each for the mentioned user alone. */

import { mentionAdded, mentionChanged } from '@foyer/contracts/inbox/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { Author } from '../../conversations/conversations.rules.ts'
import { excerptOf } from './mentions.rules.ts'
import { addMention, lockUnseen, saveSeen } from './mentions.store.ts'

interface Note {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
  readonly body: string
  readonly author: Author
  readonly createdAt: Date
  /** Unique staff ids. */
  readonly mentions: readonly string[]
}

/** One mention event per mentioned user, to be appended after the note. */
export function changesByNaming(tx: Tx, { newId }: Pick<Services, 'newId'>, note: Note): Change[] {
  const { organizationId, conversationId, id: messageId, author, createdAt: at } = note
  return note.mentions.map((userId) => {
    const id = newId()
    const record: Change['record'] = async ({ seq: version }) => {
      await addMention(tx, { organizationId, id, userId, conversationId, messageId, at }, version)
      return newEvent(mentionAdded, {
        ...{ _id: id, user: userId, conversationId, messageId, by: author.userId, byName: author.name },
        ...{ excerpt: excerptOf(note.body), at: at.toISOString(), seenAt: null, version },
      })
    }
    return { record }
  })
}

/** Fewer than one append may hold, leaving room for the events that go with them. */
export const SEEN_AT_ONCE = 400

/** Marks a user's unseen mentions as seen, in all conversations or in one, at most `SEEN_AT_ONCE` at a time. */
export async function changesBySeeing(
  tx: Tx,
  whose: { organizationId: string; userId: string; conversationId: string | null; at: Date },
): Promise<Change[]> {
  const unseen = await lockUnseen(tx, { ...whose, limit: SEEN_AT_ONCE })
  const versions = new Map<string, number>()
  return unseen.map((mention) => {
    const record: Change['record'] = async ({ seq: version }) => {
      versions.set(mention._id, version)
      if (versions.size === unseen.length) await saveSeen(tx, whose.organizationId, { at: whose.at, versions })
      return newEvent(mentionChanged, { ...mention, seenAt: whose.at.toISOString(), version })
    }
    return { record }
  })
}
