import * as calls from '@foyer/contracts/inbox/calls.ts'
import { dayIn } from '@foyer/contracts/time.rules.ts'
import type { Tx } from '../../db/database.ts'
import { readHead } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { refuseForAnother } from './changes.routes.ts'
import { appendMessage } from './conversation-change.ts'
import { type Author, type ConversationState, note, reply } from './conversations.rules.ts'
import { findConversation, lockConversation } from './conversations.store.ts'
import { notValid } from './list.rules.ts'
import { outboundMessage } from './messages.rules.ts'
import { hasForeignTextAfter, hasMessage, listMessages } from './messages.store.ts'
import { countText, readClinic } from './organizations.store.ts'
import { enqueue } from './outbound.store.ts'
import { readConsent } from './patients.store.ts'
import { findStaff } from './staff.store.ts'

export function messageRoutes(parts: Parts): Route[] {
  const { clock } = parts
  return [
    route(calls.messages, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, before = null, limit } = query
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        if (before !== null && !(await hasMessage(tx, { organizationId, conversationId, id: before })))
          throw notValid('before', 'Not a message of this conversation')
        const search = query.search || null
        const data = await listMessages(tx, { organizationId, conversationId, search, before, limit })
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.sendMessage, ({ body, caller, organizationId, write }) => {
      refuseForAnother(body.user, caller)
      return write(async (tx) => {
        const conversation = await lockConversation(tx, organizationId, body.conversationId)
        const author = await findStaff(tx, organizationId, caller.userId)
        if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
        if (!body.private) await assertMayText(tx, parts, { conversation, author, seenVersion: body.seenVersion })
        const message = { body: body.message, private: body.private, author }
        return keep(tx, parts, { conversation, message })
      })
    }),
  ]
}

interface Texting {
  readonly conversation: ConversationState
  readonly author: Author
  readonly seenVersion: number | undefined
}

/** Nobody answers from a stale screen, texts who doesn't want it, or more than the clinic's day holds. */
async function assertMayText(tx: Tx, { clock, config }: Parts, { conversation, author, seenVersion }: Texting) {
  const { id, organizationId, phoneNumber, channel } = conversation
  const now = clock.now()
  if (channel !== 'sms')
    throw new Refusal(
      'no_channel',
      'This conversation is a chat, and chats can not be answered from here yet. Nothing was sent.',
    )
  if (seenVersion !== undefined && (await isStale(tx, { conversation, author, seenVersion })))
    throw new Refusal('stale', 'Someone wrote in this conversation meanwhile.', {
      data: await findConversation(tx, { organizationId, id, now }),
    })
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

interface Kept {
  readonly conversation: ConversationState
  readonly message: { readonly body: string; readonly private: boolean; readonly author: Author }
}

async function keep(tx: Tx, { clock, newId }: Parts, { conversation, message }: Kept) {
  const { organizationId, id: conversationId } = conversation
  const now = clock.now()
  const made = outboundMessage({ id: newId(), organizationId, conversationId, createdAt: now }, message)
  const after = (message.private ? note : reply)(conversation, message.body, message.author, now)
  if (!message.private) await enqueue(tx, { organizationId, conversationId, messageId: made.id })
  const { added, place } = await appendMessage(tx, { before: conversation, after, message: made, now })
  return { code: 'ok' as const, data: added, asOf: place.seq, epoch: place.epoch }
}
