/** The calls that an open conversation's machines make, as XState actors. */
import { MESSAGES_PAGE } from '@foyer/contracts/defaults.ts'
import { fromPromise } from 'xstate'
import type { Api, Reply } from '../../api/client.ts'
import type { SendRequest, SendResult } from './composer/composer.machine.ts'
import { failureOf } from './composer/composer.rules.ts'
import type { ThreadRequest } from './thread/thread.machine.ts'
import { NoSuchConversation, type ThreadSnapshot } from './thread/thread.rules.ts'

export interface CallDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly userId: string
}

/** Reads a conversation's messages and, if requested, the conversation itself. [CALL-INBOX-03] [CALL-INBOX-05] */
export function readThread({ api, organizationId }: CallDependencies) {
  return fromPromise<ThreadSnapshot, ThreadRequest>(async ({ input, signal }) => {
    const { conversationId, withConversation, before } = input
    const named = { organizationId, conversationId }
    const query = { ...named, limit: MESSAGES_PAGE, ...(before === null ? {} : { before }) }
    try {
      const [messages, itself] = await Promise.all([
        api('messages', { query, signal }),
        withConversation ? api('conversation', { query: named, signal }) : null,
      ])
      return combine(messages, itself)
    } catch (error) {
      throw failureOf(error).status === 404 ? new NoSuchConversation() : error
    }
  })
}

function combine(messages: Reply<'messages'>, itself: Reply<'conversation'> | null): ThreadSnapshot {
  const { data, epoch, asOf } = messages
  if (itself === null) return { messages: data, conversation: null, epoch, asOf }
  // A new epoch makes the relay request a resync, which reads both again.
  if (itself.epoch !== epoch) throw new Error('The epoch changed between the messages and the conversation')
  if (itself.data === null) throw new NoSuchConversation()
  return { messages: data, conversation: itself.data, epoch, asOf: Math.min(asOf, itself.asOf) }
}

export function sendMessage({ api, organizationId, userId }: CallDependencies) {
  return fromPromise<SendResult, SendRequest>(async ({ input: { conversationId, bubble } }) => {
    const { text, files, mentions, about, draftRevision, seenVersion, key } = bubble
    try {
      if (files.length > 0) {
        const { data, epoch } = await api('sendMessageFile', {
          body: {
            organizationId,
            conversationId,
            message: text,
            private: bubble.private ? 'true' : 'false',
            ...(seenVersion === null ? {} : { seenVersion: String(seenVersion) }),
            ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
            ...(draftRevision === null ? {} : { draftRevision: String(draftRevision) }),
            ...(about === null ? {} : { patientId: about }),
          },
          files,
          idempotencyKey: key,
        })
        return { ok: true, message: data, epoch }
      }
      const body = { organizationId, conversationId, message: text, private: bubble.private, user: userId }
      const { data, epoch } = await api('sendMessage', {
        body: {
          ...body,
          ...(seenVersion === null ? {} : { seenVersion }),
          ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
          ...(draftRevision === null ? {} : { draftRevision }),
          ...(about === null ? {} : { patientId: about }),
        },
        idempotencyKey: key,
      })
      return { ok: true, message: data, epoch }
    } catch (error) {
      return { ok: false, failure: failureOf(error) }
    }
  })
}
