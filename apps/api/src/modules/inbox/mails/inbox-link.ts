import { Refusal } from '../../../http/refusal.ts'
import type { Parts } from '../../../parts.ts'
import type { InboxLink } from '../../messaging/inbox-link.ts'
import { changeConversation } from '../conversation-change.ts'
import { markUnread } from '../conversations.rules.ts'
import { lockConversation } from '../conversations.store.ts'
import { begun } from '../start/start.ts'
import { hasAddress, newestOfAddress } from './mail-addresses.store.ts'

/** What the inbox does for others that send: by the very ways that its own calls go. */
export function createInboxLink(parts: Pick<Parts, 'clock' | 'newId' | 'config'>): InboxLink {
  return {
    text: (tx, text) => begun(tx, parts, { ...text, patientId: undefined }),

    async lockForMail(tx, { organizationId, conversationId, email }) {
      if (conversationId === undefined) {
        const newest = await newestOfAddress(tx, organizationId, email)
        return newest === null ? null : (await lockConversation(tx, organizationId, newest)).id
      }
      const { id, patientId } = await lockConversation(tx, organizationId, conversationId)
      if (patientId === null || !(await hasAddress(tx, { organizationId, patientId, email })))
        throw new Refusal('conflict', "This is not the address of the conversation's patient.")
      return id
    },

    async tellOfMail(tx, told, news) {
      const about = { ...told, now: parts.clock.now(), also: [{ kind: 'email', ...news } as const] }
      // What did not arrive is somebody's to look at, as with a text that missed its time.
      await changeConversation(tx, about, (conversation) =>
        news.status === 'failed' || news.status === 'unconfirmed' ? markUnread(conversation) : conversation,
      )
    },
  }
}
