/** How a message of ours comes to be: who may be texted, and how it joins its conversation and the way out. */
import { dayIn } from '@foyer/contracts/time.rules.ts'
import type { Tx } from '../../db/database.ts'
import { readHead } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'
import { appendMessage } from './conversation-change.ts'
import { type Author, type ConversationState, note, reply } from './conversations.rules.ts'
import { findConversation } from './conversations.store.ts'
import { outboundMessage } from './messages.rules.ts'
import { hasForeignTextAfter } from './messages.store.ts'
import { countText, readClinic } from './organizations.store.ts'
import { enqueue } from './outbound.store.ts'
import { readConsent } from './patients.store.ts'

interface Texting {
  readonly conversation: ConversationState
  readonly author: Author
  readonly seenVersion: number | undefined
}

/** Nobody answers from a stale screen, texts who doesn't want it, or more than the clinic's day holds. */
export async function assertMayText(tx: Tx, { clock, config }: Parts, { conversation, author, seenVersion }: Texting) {
  const { id, organizationId, phoneNumber, channel } = conversation
  const now = clock.now()
  if (seenVersion !== undefined && (await isStale(tx, { conversation, author, seenVersion })))
    throw new Refusal('stale', 'Someone wrote in this conversation meanwhile.', {
      data: await findConversation(tx, { organizationId, id, now }),
    })
  // Nobody is texted, and no carrier sends.
  if (channel === 'chat') return
  const consent = await readConsent(tx, organizationId, phoneNumber)
  if (consent === 'blocked') throw new Refusal('blocked', 'This number is blocked.')
  if (consent === 'opted_out') throw new Refusal('opted_out', 'The patient opted out of texts.')
  const { timezone, smsNumber } = await readClinic(tx, organizationId)
  if (smsNumber === null) throw new Refusal('no_number', 'The organization has no number to text from.')
  const day = dayIn(timezone, now)
  if (!(await countText(tx, { organizationId, day, limit: config.smsDailyLimit })))
    throw new Refusal('rate_limited', 'The organization has sent all the texts that a day may have.')
}

/** A position beyond the log's head is of another life of the log: what that screen showed is not known here. */
async function isStale(tx: Tx, { conversation, author, seenVersion }: Texting & { seenVersion: number }) {
  const { id: conversationId, organizationId, lastTextVersion } = conversation
  if (lastTextVersion > seenVersion)
    return hasForeignTextAfter(tx, { organizationId, conversationId, userId: author.userId, seenVersion })
  return seenVersion > (await readHead(tx, organizationId)).seq
}

interface Written {
  readonly conversation: ConversationState
  readonly message: { readonly body: string; readonly private: boolean; readonly author: Author }
}

/** Joins the conversation, and the queue on the way out unless it is a note or a chat's. */
export async function keepMessage(tx: Tx, { clock, newId }: Parts, { conversation, message }: Written) {
  const { organizationId, id: conversationId } = conversation
  const now = clock.now()
  const made = outboundMessage(
    { id: newId(), organizationId, conversationId, createdAt: now },
    message,
    conversation.channel,
  )
  const after = (message.private ? note : reply)(conversation, message.body, message.author, now)
  if (made.status === 'queued') await enqueue(tx, { organizationId, conversationId, messageId: made.id })
  const { added, place } = await appendMessage(tx, {
    before: conversation,
    after,
    message: made,
    by: message.author.userId,
    now,
  })
  return { code: 'ok' as const, data: added, asOf: place.seq, epoch: place.epoch }
}
