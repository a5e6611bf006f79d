/** Everything that changes an inbox, by every call that can: a call that is not here fails the test that enumerates them. */

import { randomUUID } from 'node:crypto'
import type { CallName } from '@foyer/contracts/calls.ts'
import { calls } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import { REFUSE_ME, startFetching, startWorker } from './carrier.ts'
import { chatSays, chatSees, inChat } from './chat.ts'
import { MEMBERSHIP } from './membership.ts'
import { NOTIFICATIONS } from './notifications.ts'
import type { Action, Stage } from './stage.ts'
import { TIMED_ACTIONS } from './timed-actions.ts'
import { TOGETHER } from './together.ts'

const organizationId = CEDAR.id
const ROSALIND = '+15125550142'

/** As Lena, about the conversation of the stage. */
const asLena = (name: CallName, fields?: object) => as('lena', name, fields)

function as(who: 'lena' | 'dana', name: CallName, fields: object = {}) {
  return ({ clinics, conversationId }: Stage) =>
    clinics.staff[who].call(name, { body: { organizationId, conversationId, ...fields } } as never)
}

/** As Lena, about the organization. */
function asLenaFor<Name extends CallName>(name: Name, fields: object) {
  return ({ clinics }: Stage) => clinics.staff.lena.call(name, { body: { organizationId, ...fields } } as never)
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

/** The message that came into the conversation of the stage last is filed. */
const filesLast =
  (patientId: string): Action['act'] =>
  async (stage) => {
    const [message] = await stage.clinics.store.query<{ id: string }>(
      `select id from messages where conversation_id = $1 and direction = 'inbound' order by created_at desc limit 1`,
      [stage.conversationId],
    )
    await asLena('assignMessage', { messageId: message?.id, patientId })(stage)
  }

const blocks = (blockPhoneNumber: boolean) =>
  asLenaFor('blockPhoneNumber', { phoneNumber: '(512) 555-0142', blockPhoneNumber })

const nora = { firstName: 'Nora', lastName: 'Bell', dob: '1971-07-08', phoneNumber: '5125550177' }
const fetchesMedia: Action['act'] = async ({ clinics }) => {
  const worker = startFetching(clinics)
  await worker.drain().finally(worker.stop)
}

const sendsFiles =
  (fields: { message?: string; private?: 'true' } = {}): Action['act'] =>
  ({ clinics, conversationId }) =>
    clinics.staff.lena.call('sendMessageFile', {
      body: { organizationId, conversationId, ...fields },
      files: ['a.pdf', 'b.pdf'].map((name) => new File(['%PDF-1.4'], name)),
    })

const sends = asLena('sendMessage', { message: 'Please bring it.' })
const types = (who: 'lena' | 'dana', revision: number, message: string, isNote = false) =>
  as(who, 'saveDraft', { message, private: isNote, revision })
const namesDana = asLena('sendMessage', { message: 'Dana?', private: true, mentions: ['usr_dana', 'usr_lena'] })
const answersChat = inChat('sendMessage', { message: 'We do, until noon.' })
const notesInChat = inChat('sendMessage', { message: 'Who is it?', private: true })
const repeated = { MessageSid: 'SMrepeated' }

export const ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  ...TOGETHER,
  ...NOTIFICATIONS,
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
      title: '[OPEN-072] that asks for no more texts while one waits, and then for help',
      act: inOrder(
        sends,
        comesIn(ROSALIND, 'Stop!'),
        comesIn(ROSALIND, 'stop'),
        comesIn(ROSALIND, 'HELP'),
        handsOver,
        comesIn(ROSALIND, 'YES'),
        comesIn(ROSALIND, 'help?'),
      ),
    },
    { title: '[OPEN-072] that asks in plain words', act: comesIn(ROSALIND, 'Please quit texting me') },
    {
      title: '[OPEN-101] with a picture and no words',
      act: comesIn(ROSALIND, '', {
        NumMedia: '1',
        MediaUrl0: 'https://carrier.test/1',
        MediaContentType0: 'image/png',
      }),
    },
    {
      title: '[INBOX-03] with pictures that are fetched then, and one that can not be had',
      act: inOrder(
        comesIn(ROSALIND, 'My card', {
          NumMedia: '2',
          MediaUrl0: 'https://carrier.test/there',
          MediaUrl1: 'https://carrier.test/foreign',
        }),
        fetchesMedia,
      ),
    },
  ],
  resolveStopRequest: [
    {
      title: '[OPEN-072] what was asked in plain words is done, and taken back by the patient',
      act: inOrder(
        comesIn(ROSALIND, 'Please do not text me anymore'),
        asLena('resolveStopRequest', { optOut: true }),
        comesIn(ROSALIND, 'START'),
      ),
    },
    {
      title: '[OPEN-072] it was not meant so',
      act: inOrder(comesIn(ROSALIND, 'stop texting me'), asLena('resolveStopRequest', { optOut: false })),
    },
    {
      title: '[OPEN-072] nothing was asked',
      act: asLena('resolveStopRequest', { optOut: false }),
      silent: true,
    },
  ],
  saveInboxSettings: [
    {
      title: '[OPEN-096] no list shows them',
      act: ({ clinics }) => clinics.staff.sam.call('saveInboxSettings', calls.saveInboxSettings.example),
      silent: true,
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
    { title: '[OPEN-072] a note that names two', act: namesDana },
    {
      title: '[CALL-INBOX-08] what was a draft',
      act: inOrder(types('dana', 10, 'On my way '), as('dana', 'sendMessage', { message: 'On my way' })),
    },
    {
      title: '[CALL-INBOX-08] what was a draft, and the draft comes late',
      act: inOrder(
        as('dana', 'sendMessage', { message: 'On my way', draftRevision: 20 }),
        types('dana', 20, 'On my way'),
      ),
    },
    {
      title: '[OPEN-071] an answer that fails after the patient wrote again',
      act: inOrder(
        comesIn(ROSALIND, 'Are you there?'),
        asLena('sendMessage', { message: REFUSE_ME }),
        comesIn(ROSALIND, 'Hello?'),
        handsOver,
      ),
    },
  ],
  sendMessageFile: [
    { title: '[CALL-INBOX-09] a text with files', act: sendsFiles({ message: 'Your plan' }) },
    { title: '[INBOX-03] files alone, which the carrier takes', act: inOrder(sendsFiles(), handsOver) },
    { title: '[CALL-INBOX-09] a note with a file', act: sendsFiles({ private: 'true' }) },
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
  saveNotificationPreferences: [
    {
      title: '[OPEN-096] they are of one person, and no list shows them',
      act: ({ clinics }) =>
        clinics.staff.lena.call('saveNotificationPreferences', calls.saveNotificationPreferences.example),
      silent: true,
    },
  ],
  updateLastSeen: [
    { title: '[STATE-16] [STATE-17] what was unread', act: asLena('updateLastSeen') },
    { title: '[OPEN-030] again', act: asLena('updateLastSeen'), silent: true },
    { title: '[STATE-16] what the reader was named in', act: inOrder(namesDana, as('dana', 'updateLastSeen')) },
  ],
  saveDraft: [
    { title: '[OPEN-096] of a colleague', act: types('lena', 1, 'For Rosalind') },
    { title: '[OPEN-096] of the reader', act: types('dana', 30, 'Please bri') },
    { title: '[OPEN-096] that came late', act: types('dana', 29, 'Please'), silent: true },
    { title: '[OPEN-096] that becomes a note', act: types('dana', 31, 'Ask Dr. Amin', true) },
    { title: '[OPEN-096] emptied', act: types('dana', 32, ' ') },
    { title: '[OPEN-096] emptied again', act: types('dana', 33, ''), silent: true },
  ],
  markMentionsSeen: [
    { title: '[OPEN-096] of the reader', act: inOrder(namesDana, as('dana', 'markMentionsSeen')) },
    {
      title: '[OPEN-096] of the reader, in all conversations',
      act: inOrder(namesDana, namesDana, as('dana', 'markMentionsSeen', { conversationId: undefined })),
    },
    { title: '[OPEN-096] again', act: as('dana', 'markMentionsSeen'), silent: true },
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
  markConversationRequest: [
    { title: '[STATE-27] prescription', act: asLena('markConversationRequest', { requestType: 'prescription' }) },
    {
      title: '[CALL-INBOX-23] prescription again',
      act: asLena('markConversationRequest', { requestType: 'prescription' }),
      silent: true,
    },
    { title: '[OPEN-020] concierge', act: asLena('markConversationRequest', { requestType: 'concierge' }) },
    { title: '[OPEN-020] other', act: asLena('markConversationRequest', { requestType: 'other' }) },
    { title: '[OPEN-074] nothing', act: asLena('markConversationRequest', { requestType: null }) },
    {
      title: '[OPEN-020] of one that is resolved, and comes back with the next text',
      act: inOrder(
        asLena('closeConversation', { status: 'resolved' }),
        asLena('markConversationRequest', { requestType: 'billing' }),
        comesIn(ROSALIND, 'And the bill?'),
      ),
    },
  ],
  assignConversation: [
    { title: '[STATE-29] to another patient', act: asLena('assignConversation', { patientId: 'p3' }) },
    { title: '[STATE-29] again', act: asLena('assignConversation', { patientId: 'p3' }), silent: true },
    { title: '[STATE-29] back', act: asLena('assignConversation', { patientId: 'p1' }) },
    {
      title: '[OPEN-032] [OPEN-101] of a number that two patients share',
      act: async (stage) => {
        const [one] = await stage.clinics.store.query<{ id: string }>(
          `select id from conversations where sender = '+15125550144' and status = 'unassigned'`,
        )
        await asLenaFor('assignConversation', { conversationId: one?.id, patientId: 'p4' })(stage)
      },
    },
  ],
  assignMessage: [
    { title: '[CALL-INBOX-26] under another patient', act: filesLast('p3') },
    { title: '[CALL-INBOX-26] again', act: filesLast('p3'), silent: true },
    {
      title: '[CALL-INBOX-26] of a message of ours that is on its way',
      act: inOrder(sends, filesLast('p2'), handsOver),
    },
  ],
  createImportAndAssign: [
    { title: '[CALL-INBOX-27] to somebody new', act: asLena('createImportAndAssign', { patient: nora }) },
    { title: '[STATE-29] and back to whose it was', act: asLena('assignConversation', { patientId: 'p1' }) },
  ],
  createWithMessage: [
    {
      title: '[CALL-INBOX-22] to a number that nobody knows',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550188', message: 'Hello?' }),
    },
    {
      title: '[CALL-INBOX-22] to a patient who never wrote',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550189', patientId: 'p2', message: 'Hello, Miguel' }),
    },
    {
      title: '[CALL-INBOX-22] [OPEN-020] in one that was resolved with a request',
      act: inOrder(
        asLena('closeConversation', { status: 'resolved' }),
        asLenaFor('createWithMessage', { phoneNumber: '+15125550142', message: 'How are you?' }),
        handsOver,
      ),
    },
    {
      title: '[CALL-INBOX-22] meant for another patient of the number',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550142', patientId: 'p3', message: 'For your son' }),
    },
  ],
  blockPhoneNumber: [
    { title: '[CALL-INBOX-28] of a patient', act: blocks(true) },
    { title: '[CALL-INBOX-28] again', act: blocks(true), silent: true },
    { title: '[CALL-INBOX-28] and what comes in then', act: comesIn(ROSALIND, 'Hello?'), silent: true },
    { title: '[CALL-INBOX-28] let through', act: blocks(false) },
    { title: '[CALL-INBOX-28] let through again', act: blocks(false), silent: true },
    {
      title: '[CALL-INBOX-28] while a text is on its way',
      act: inOrder(sends, blocks(true), handsOver, blocks(false)),
    },
  ],
  addCannedMessage: [
    {
      title: '[CALL-INBOX-17] which no list shows',
      act: asLenaFor('addCannedMessage', { title: 'Hours', message: 'We open at 8.' }),
      silent: true,
    },
  ],
  updateCannedMessage: [
    {
      title: '[CALL-INBOX-18] which no list shows',
      act: asLenaFor('updateCannedMessage', { _id: 'canned1', title: 'Parking', message: 'Behind the house.' }),
      silent: true,
    },
  ],
  removeCannedMessage: [
    {
      title: '[CALL-INBOX-19] which no list shows',
      act: asLenaFor('removeCannedMessage', { _id: 'canned2' }),
      silent: true,
    },
  ],
  ...MEMBERSHIP,
  ...TIMED_ACTIONS,
}
