/** Mentions as log events, each for the mentioned user alone. */

import { mentionAdded, mentionChanged } from '@foyer/contracts/inbox/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, type ChangeSet, newEvent } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { Author } from '../../conversations/conversations.rules.ts'
import { type Settling, textOf } from '../../notices/notices.rules.ts'
import { addNotices, SETTLED_AT_ONCE, settleNotices } from '../../notices/notices.ts'
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
  /** Those whom another notice of the same change tells of the note. */
  readonly told?: readonly string[]
}

/** A mention event per mentioned user and a notice for each who gets no other, to be appended after the note. */
export function changesByNaming(tx: Tx, { newId }: Pick<Services, 'newId'>, note: Note): (Change | ChangeSet)[] {
  const { organizationId, conversationId, id: messageId, author, createdAt: at } = note
  const changes = note.mentions.map((userId): Change => {
    const id = newId()
    const record: Change['record'] = async ({ seq: version }) => {
      await addMention(tx, { organizationId, id, userId, conversationId, messageId, at }, version)
      return newEvent(mentionAdded, {
        ...{ _id: id, user: userId, conversationId, messageId, by: author.userId, byName: author.name },
        ...{ excerpt: textOf(note.body), at: at.toISOString(), seenAt: null, version },
      })
    }
    return { record }
  })
  const notified = note.mentions.filter((userId) => !note.told?.includes(userId))
  const notices = notified.map((userId) => ({
    ...{ userId, kind: 'mention' as const, conversationId, subjectId: messageId, text: note.body },
  }))
  return [...changes, ...addNotices(tx, { organizationId, by: author.userId, at }, notices)]
}

/** Fewer than one append may hold, leaving room for the events that go with them. */
const SEEN_AT_ONCE = 400

interface Seeing {
  readonly organizationId: string
  readonly userId: string
  /** Null for all conversations. */
  readonly conversationId: string | null
  readonly at: Date
}

/** Marks a user's unseen mentions and the notices of them as seen, as many as one transaction may; `isMore` tells of others. */
export async function changesBySeeing(
  tx: Tx,
  whose: Seeing,
  settling: Settling = { userId: whose.userId, kinds: ['mention'] },
): Promise<{ isMore: boolean; changes: (Change | ChangeSet)[] }> {
  const { organizationId, conversationId, at } = whose
  const ofConversation = conversationId === null ? {} : { conversationIds: [conversationId] }
  const [mentions, notices] = await Promise.all([
    mentionsSeen(tx, whose),
    settleNotices(tx, { organizationId, at, ...settling, ...ofConversation }),
  ])
  const settled = notices.reduce((sum, { moved }) => sum + moved.length, 0)
  const isMore = mentions.length === SEEN_AT_ONCE || settled === SETTLED_AT_ONCE
  return { isMore, changes: [...mentions, ...notices] }
}

async function mentionsSeen(tx: Tx, whose: Seeing): Promise<Change[]> {
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
