/** Everything that changes an inbox, by every call that can: a call that is not here fails the test that enumerates them. */

import { randomUUID } from 'node:crypto'
import type { CallName } from '@foyer/contracts/calls.ts'
import { calls } from '@foyer/contracts/calls.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { REFUSE_ME, startWorker } from './carrier.ts'
import { chatSays, chatSees, inChat } from './chat.ts'

export interface Stage {
  readonly clinics: Clinics
  /** Rosalind's conversation, open and with texts that nobody has read. */
  readonly conversationId: string
  /** Who chats from the clinic's page, and their conversation. */
  readonly visitor: ChatVisitor
  readonly chatId: string
}

export interface Action {
  readonly title: string
  readonly act: (stage: Stage) => Promise<unknown>
  /** A success that changes nothing, and so says nothing. */
  readonly silent?: boolean
}

const organizationId = CEDAR.id
const ROSALIND = '+15125550142'

/** As Lena, about the conversation of the stage. */
function asLena<Name extends CallName>(name: Name, fields: object = {}) {
  return ({ clinics, conversationId }: Stage) =>
    clinics.staff.lena.call(name, { body: { organizationId, conversationId, ...fields } } as never)
}

function inOrder(...acts: Action['act'][]): Action['act'] {
  return async (stage) => {
    for (const act of acts) await act(stage)
  }
}

const comesIn =
  (from: string, body: string, more: Record<string, string> = {}): Action['act'] =>
  ({ clinics }) =>
    clinics.text(from, body, more)

const handsOver: Action['act'] = async ({ clinics }) => {
  const worker = startWorker(clinics)
  await worker.drain().finally(worker.stop)
}

/** The carrier tells what became of the text that was kept last. */
const reports =
  (MessageStatus: string, more: Record<string, string> = {}): Action['act'] =>
  async ({ clinics }) => {
    const [text] = await clinics.store.query<{ id: string; carrier_sid: string | null }>(
      `select id, carrier_sid from messages where direction = 'outbound' and not private order by created_at desc limit 1`,
    )
    if (!text) throw new Error('No text was kept.')
    const path = `${calls.textStatus.path}?messageId=${text.id}`
    const MessageSid = text.carrier_sid ?? `SM${randomUUID()}`
    await clinics.post(path, { MessageSid, MessageStatus, From: CEDAR.number, ...more })
  }

const sends = asLena('sendMessage', { message: 'Please bring it.' })
const answersChat = inChat('sendMessage', { message: 'We do, until noon.' })
const notesInChat = inChat('sendMessage', { message: 'Who is it?', private: true })
const repeated = { MessageSid: 'SMrepeated' }

export const ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  inboundText: [
    { title: '[OPEN-101] of a patient who is known', act: comesIn(ROSALIND, 'Should I bring the new card?') },
    { title: '[OPEN-101] of a number that nobody knows', act: comesIn('+15125559999', 'Who are you?') },
    { title: '[OPEN-101] of a number that two patients share', act: comesIn('+15125550144', 'It is me') },
    {
      title: '[OPEN-101] twice',
      act: inOrder(comesIn(ROSALIND, 'Once', repeated), comesIn(ROSALIND, 'Once', repeated)),
    },
    {
      title: '[OPEN-032] that opens a resolved one',
      act: inOrder(asLena('closeConversation', { status: 'resolved' }), comesIn(ROSALIND, 'One more thing')),
    },
    {
      title: '[OPEN-020] that is a thumb down, and then up',
      act: inOrder(comesIn(ROSALIND, '👎'), comesIn(ROSALIND, '👍')),
    },
    {
      title: '[OPEN-072] that asks for no more texts, and for texts again',
      act: inOrder(comesIn(ROSALIND, 'STOP'), comesIn(ROSALIND, 'START')),
    },
    {
      title: '[OPEN-101] with a picture and no words',
      act: comesIn(ROSALIND, '', {
        NumMedia: '1',
        MediaUrl0: 'https://carrier.test/1',
        MediaContentType0: 'image/png',
      }),
    },
  ],
  sendMessage: [
    { title: '[CALL-INBOX-08] a text', act: sends },
    { title: '[CALL-INBOX-08] a text that the carrier takes', act: inOrder(sends, handsOver) },
    {
      title: '[OPEN-071] a text that the carrier refuses',
      act: inOrder(asLena('sendMessage', { message: REFUSE_ME }), handsOver),
    },
    { title: '[INBOX-02] an answer in a chat', act: answersChat },
    { title: '[OPEN-072] a note in a chat', act: notesInChat },
    { title: '[OPEN-072] a note', act: asLena('sendMessage', { message: 'Ask Dr. Amin', private: true }) },
  ],
  textStatus: [
    { title: '[OPEN-071] before the worker knows', act: inOrder(sends, reports('sent')) },
    {
      title: '[OPEN-071] delivered, and a late word that it was sent',
      act: inOrder(sends, handsOver, reports('delivered'), reports('sent')),
    },
    { title: '[OPEN-071] failed', act: inOrder(sends, handsOver, reports('undelivered', { ErrorCode: '30003' })) },
    {
      title: '[OPEN-072] refused because the patient asked for no texts, and then asks for them',
      act: inOrder(sends, reports('failed', { ErrorCode: '21610' }), comesIn(ROSALIND, 'START')),
    },
    {
      title: '[OPEN-071] of a text that is not the last message',
      act: inOrder(sends, handsOver, comesIn(ROSALIND, 'Thanks'), reports('delivered')),
    },
  ],
  chatSend: [
    { title: '[INBOX-02] in a conversation that is there', act: ({ visitor }) => visitor.say('Do you take walk-ins?') },
    { title: '[OPEN-076] of somebody new', act: chatSays('Hello, I am new here') },
    { title: '[INBOX-02] twice', act: chatSays('Once', 2) },
    {
      title: '[OPEN-032] that opens a resolved one',
      act: inOrder(inChat('closeConversation', { status: 'resolved' }), ({ visitor }) => visitor.say('One more thing')),
    },
    { title: '[OPEN-020] that is a thumb down', act: ({ visitor }) => visitor.say('👎') },
  ],
  chatSeen: [
    { title: '[OPEN-071] what a colleague wrote', act: inOrder(answersChat, chatSees) },
    { title: '[OPEN-071] again', act: chatSees, silent: true },
    { title: '[OPEN-071] what is not the last message', act: inOrder(answersChat, notesInChat, chatSees) },
  ],
  updateLastSeen: [
    { title: '[STATE-16] [STATE-17] what was unread', act: asLena('updateLastSeen') },
    { title: '[OPEN-030] again', act: asLena('updateLastSeen'), silent: true },
  ],
  markConversationAsUnread: [
    { title: '[STATE-26] what was read', act: asLena('markConversationAsUnread') },
    { title: '[CALL-INBOX-10] again', act: asLena('markConversationAsUnread'), silent: true },
  ],
  toggleStar: [
    { title: '[STATE-28] for oneself', act: asLena('toggleStar', { action: 'star' }) },
    { title: '[STATE-28] for a colleague', act: asLena('toggleStar', { action: 'star', user: 'usr_dana' }) },
    { title: '[STATE-28] again', act: asLena('toggleStar', { action: 'star' }), silent: true },
    { title: '[STATE-28] taken back', act: asLena('toggleStar', { action: 'unstar' }) },
  ],
  assignToStaff: [
    { title: '[STATE-30] to a colleague', act: asLena('assignToStaff', { user: 'usr_dana' }) },
    { title: '[STATE-30] to oneself', act: asLena('assignToStaff') },
    { title: '[STATE-30] to nobody', act: asLena('assignToStaff', { user: null }) },
    { title: '[STATE-30] to nobody again', act: asLena('assignToStaff', { user: null }), silent: true },
  ],
  closeConversation: [
    { title: '[STATE-25] pending', act: asLena('closeConversation', { status: 'pending' }) },
    { title: '[STATE-25] acknowledged', act: asLena('closeConversation', { status: 'ACKNOWLEDGED' }) },
    { title: '[STATE-25] resolved', act: asLena('closeConversation', { status: 'resolved' }) },
    { title: '[OPEN-032] resolved again', act: asLena('closeConversation', { status: 'resolved' }), silent: true },
    { title: '[OPEN-032] open', act: asLena('closeConversation', { status: 'open' }) },
  ],
}
