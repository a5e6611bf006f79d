/** Actions for every call that changes an inbox. A test enumerates the calls and fails for one without an action. */

import { randomUUID } from 'node:crypto'
import type { CallName } from '@foyer/contracts/calls.ts'
import { calls } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import { BOT_ACTIONS } from './bot-actions.ts'
import { BULK_ACTIONS } from './bulk-actions.ts'
import { CAMPAIGN_ACTIONS } from './campaign-actions.ts'
import { getsCampaignText } from './campaign-answers.ts'
import { CANNED_ACTIONS } from './canned-actions.ts'
import { REFUSE_ME, startFetching, startWorker } from './carrier.ts'
import { chatSays, chatSees, inChat } from './chat.ts'
import { HOLD_ACTIONS } from './hold-actions.ts'
import { MEMBERSHIP } from './membership.ts'
import { NOTE_ACTIONS } from './note-actions.ts'
import { NOTIFICATIONS } from './notifications.ts'
import { PATIENT_ACTIONS } from './patient-actions.ts'
import { SHIFT_ACTIONS } from './shift-actions.ts'
import type { Action, Stage } from './stage.ts'
import { TEAM_ACTIONS } from './team-actions.ts'
import { TEMPLATE_ACTIONS } from './template-actions.ts'
import { TIMED_ACTIONS } from './timed-actions.ts'
import { VIEW_ACTIONS } from './view-actions.ts'
import { VISIT_ACTIONS } from './visit-actions.ts'

const organizationId = CEDAR.id
const ROSALIND = '+15125550142'

/** Makes the call as Lena, for the conversation of the stage. */
const asLena = (name: CallName, fields?: object) => as('lena', name, fields)

function as(who: 'lena' | 'dana', name: CallName, fields: object = {}) {
  return ({ clinics, conversationId }: Stage) =>
    clinics.staff[who].call(name, { body: { organizationId, conversationId, ...fields } } as never)
}

/** Makes the call as Lena, for the organization. */
function asLenaFor<Name extends CallName>(name: Name, fields: object) {
  return ({ clinics }: Stage) => clinics.staff.lena.call(name, { body: { organizationId, ...fields } } as never)
}

function inOrder(...acts: Action['act'][]): Action['act'] {
  return async (stage) => {
    for (const act of acts) await act(stage)
  }
}

const texts =
  (from: string, body: string, more: Record<string, string> = {}): Action['act'] =>
  ({ clinics }) =>
    clinics.text(from, body, more)

const handsOver: Action['act'] = async ({ clinics }) => {
  const worker = startWorker(clinics)
  await worker.drain().finally(worker.stop)
}

/** The carrier reports the status of the newest stored text. */
const reports =
  (MessageStatus: string, more: Record<string, string> = {}): Action['act'] =>
  async ({ clinics }) => {
    const [text] = await clinics.store.query<{ id: string; carrier_sid: string | null }>(
      `select id, carrier_sid from messages where direction = 'outbound' and not private order by created_at desc limit 1`,
    )
    if (!text) throw new Error('There is no stored text.')
    const path = `${calls.textStatus.path}?messageId=${text.id}`
    const MessageSid = text.carrier_sid ?? `SM${randomUUID()}`
    await clinics.post(path, { MessageSid, MessageStatus, From: CEDAR.number, ...more })
  }

/** Files the newest inbound message of the stage's conversation under a patient. */
const fileNewest =
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

const beginsWithFiles =
  (phoneNumber: string): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.lena.call('createWithFiles', {
      body: { organizationId, phoneNumber, message: 'Your plan' },
      files: [new File(['%PDF-1.4'], 'a.pdf')],
    })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const sends = asLena('sendMessage', { message: 'Please bring it.' })
const types = (who: 'lena' | 'dana', revision: number, message: string, isNote = false) =>
  as(who, 'saveDraft', { message, private: isNote, revision })
const namesDana = asLena('sendMessage', { message: 'Dana?', private: true, mentions: ['usr_dana', 'usr_lena'] })
const answersChat = inChat('sendMessage', { message: 'We do, until noon.' })
const savesDensity =
  (who: 'lena' | 'dana'): Action['act'] =>
  ({ clinics }) =>
    clinics.staff[who].call('savePreferences', { body: { organizationId, density: 'compact' } })
const notesInChat = inChat('sendMessage', { message: 'Who is it?', private: true })
const repeated = { MessageSid: 'SMrepeated' }

export const ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  ...VISIT_ACTIONS,
  ...PATIENT_ACTIONS,
  ...BOT_ACTIONS,
  ...BULK_ACTIONS,
  ...HOLD_ACTIONS,
  ...VIEW_ACTIONS,
  ...NOTIFICATIONS,
  ...NOTE_ACTIONS,
  ...TEAM_ACTIONS,
  ...SHIFT_ACTIONS,
  ...CAMPAIGN_ACTIONS,
  ...TEMPLATE_ACTIONS,
  inboundText: [
    { title: 'a known patient texts [OPEN-101]', act: texts(ROSALIND, 'Should I bring the new card?') },
    { title: 'an unknown number texts [OPEN-101]', act: texts('+15125559999', 'Who are you?') },
    { title: 'a number that two patients share texts [OPEN-101]', act: texts('+15125550144', 'It is me') },
    {
      title: 'the carrier delivers a text twice [OPEN-101]',
      act: inOrder(texts(ROSALIND, 'Once', repeated), texts(ROSALIND, 'Once', repeated)),
    },
    {
      title: 'a text reopens a resolved conversation [OPEN-032]',
      act: inOrder(asLena('closeConversation', { status: 'resolved' }), texts(ROSALIND, 'One more thing')),
    },
    {
      title: 'a patient answers a campaign, and the conversation is resolved and answers it again',
      act: inOrder(
        getsCampaignText(ROSALIND),
        texts(ROSALIND, 'Monday works'),
        asLena('closeConversation', { status: 'resolved' }),
        texts(ROSALIND, 'Or Tuesday'),
      ),
    },
    { title: 'a patient says STOP to a campaign', act: inOrder(getsCampaignText(ROSALIND), texts(ROSALIND, 'Stop')) },
    { title: 'the patient says START again', act: texts(ROSALIND, 'Start') },
    {
      title: 'a patient sends a thumb down and then up [OPEN-020]',
      act: inOrder(texts(ROSALIND, '👎'), texts(ROSALIND, '👍')),
    },
    {
      title: 'a patient says STOP and then START [OPEN-072]',
      act: inOrder(texts(ROSALIND, 'STOP'), texts(ROSALIND, 'START')),
    },
    {
      title: 'a patient says STOP while a text waits, and then HELP [OPEN-072]',
      act: inOrder(
        sends,
        texts(ROSALIND, 'Stop!'),
        texts(ROSALIND, 'stop'),
        texts(ROSALIND, 'HELP'),
        handsOver,
        texts(ROSALIND, 'YES'),
        texts(ROSALIND, 'help?'),
      ),
    },
    {
      title: 'a patient asks in plain words for no more texts [OPEN-072]',
      act: texts(ROSALIND, 'Please quit texting me'),
    },
    {
      title: 'a patient sends a picture without words [OPEN-101]',
      act: texts(ROSALIND, '', {
        NumMedia: '1',
        MediaUrl0: 'https://carrier.test/1',
        MediaContentType0: 'image/png',
      }),
    },
    {
      title: 'one of two pictures is fetched and the other is refused [INBOX-03]',
      act: inOrder(
        texts(ROSALIND, 'My card', {
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
      title: 'staff opt the patient out and the patient says START [OPEN-072]',
      act: inOrder(
        texts(ROSALIND, 'Please do not text me anymore'),
        asLena('resolveStopRequest', { optOut: true }),
        texts(ROSALIND, 'START'),
      ),
    },
    {
      title: 'staff dismiss the request [OPEN-072]',
      act: inOrder(texts(ROSALIND, 'stop texting me'), asLena('resolveStopRequest', { optOut: false })),
    },
    {
      title: 'there is no request [OPEN-072]',
      act: asLena('resolveStopRequest', { optOut: false }),
      silent: true,
    },
  ],
  saveInboxSettings: [
    {
      title: 'an admin saves the hours that every waiting clock counts in [OPEN-096]',
      act: async ({ clinics: { staff } }) => {
        const { version } = (await staff.sam.call('inboxSettings', { query: { organizationId } })).data
        await staff.sam.call('saveInboxSettings', { body: { ...calls.saveInboxSettings.example.body, version } })
      },
    },
  ],
  sendMessage: [
    { title: 'staff send a text [CALL-INBOX-08]', act: sends },
    { title: 'the carrier accepts a text [CALL-INBOX-08]', act: inOrder(sends, handsOver) },
    {
      title: 'the carrier refuses a text [OPEN-071]',
      act: inOrder(asLena('sendMessage', { message: REFUSE_ME }), handsOver),
    },
    { title: 'staff answer in a chat [INBOX-02]', act: answersChat },
    { title: 'staff write a note in a chat [OPEN-072]', act: notesInChat },
    { title: 'staff write a note [OPEN-072]', act: asLena('sendMessage', { message: 'Ask Dr. Amin', private: true }) },
    { title: 'a note mentions two members [OPEN-072]', act: namesDana },
    {
      title: 'a draft is sent [CALL-INBOX-08]',
      act: inOrder(types('dana', 10, 'On my way '), as('dana', 'sendMessage', { message: 'On my way' })),
    },
    {
      title: 'the draft of a sent text arrives late [CALL-INBOX-08]',
      act: inOrder(
        as('dana', 'sendMessage', { message: 'On my way', draftRevision: 20 }),
        types('dana', 20, 'On my way'),
      ),
    },
    {
      title: 'an answer fails after the patient wrote again [OPEN-071]',
      act: inOrder(
        texts(ROSALIND, 'Are you there?'),
        asLena('sendMessage', { message: REFUSE_ME }),
        texts(ROSALIND, 'Hello?'),
        handsOver,
      ),
    },
  ],
  sendMessageFile: [
    { title: 'staff send a text with files [CALL-INBOX-09]', act: sendsFiles({ message: 'Your plan' }) },
    { title: 'the carrier accepts files without words [INBOX-03]', act: inOrder(sendsFiles(), handsOver) },
    { title: 'staff write a note with a file [CALL-INBOX-09]', act: sendsFiles({ private: 'true' }) },
  ],
  textStatus: [
    { title: 'the report arrives before the handover ends [OPEN-071]', act: inOrder(sends, reports('sent')) },
    {
      title: 'a late report of sent follows delivered [OPEN-071]',
      act: inOrder(sends, handsOver, reports('delivered'), reports('sent')),
    },
    {
      title: 'a text is undelivered [OPEN-071]',
      act: inOrder(sends, handsOver, reports('undelivered', { ErrorCode: '30003' })),
    },
    {
      title: 'the carrier refuses for an opt-out and the patient says START [OPEN-072]',
      act: inOrder(sends, reports('failed', { ErrorCode: '21610' }), texts(ROSALIND, 'START')),
    },
    {
      title: 'the text is not the last message [OPEN-071]',
      act: inOrder(sends, handsOver, texts(ROSALIND, 'Thanks'), reports('delivered')),
    },
  ],
  chatSend: [
    {
      title: 'a visitor writes in an existing conversation [INBOX-02]',
      act: ({ visitor }) => visitor.say('Do you take walk-ins?'),
    },
    { title: 'a new visitor writes [OPEN-076]', act: chatSays('Hello, I am new here') },
    { title: 'the page repeats a message [INBOX-02]', act: chatSays('Once', 2) },
    {
      title: 'a message reopens a resolved conversation [OPEN-032]',
      act: inOrder(inChat('closeConversation', { status: 'resolved' }), ({ visitor }) => visitor.say('One more thing')),
    },
    { title: 'a visitor sends a thumb down [OPEN-020]', act: ({ visitor }) => visitor.say('👎') },
  ],
  chatSeen: [
    { title: 'the visitor sees an answer [OPEN-071]', act: inOrder(answersChat, chatSees) },
    { title: 'the visitor sees it again [OPEN-071]', act: chatSees, silent: true },
    { title: 'the seen answer is not the last message [OPEN-071]', act: inOrder(answersChat, notesInChat, chatSees) },
  ],
  savePreferences: [
    { title: 'a colleague saves a preference [OPEN-096]', act: savesDensity('lena') },
    { title: 'the reader saves a preference [OPEN-096]', act: savesDensity('dana') },
    { title: 'the reader saves the same again [OPEN-096]', act: savesDensity('dana') },
  ],
  saveNotificationPreferences: [
    {
      title: 'a member saves preferences, which no list shows [OPEN-096]',
      act: ({ clinics }) =>
        clinics.staff.lena.call('saveNotificationPreferences', calls.saveNotificationPreferences.example),
      silent: true,
    },
  ],
  updateLastSeen: [
    { title: 'unread messages are read [STATE-16] [STATE-17]', act: asLena('updateLastSeen') },
    { title: 'they are read again [OPEN-030]', act: asLena('updateLastSeen'), silent: true },
    { title: 'a mention of the reader is read [STATE-16]', act: inOrder(namesDana, as('dana', 'updateLastSeen')) },
  ],
  saveDraft: [
    { title: 'a colleague saves a draft [OPEN-096]', act: types('lena', 1, 'For Rosalind') },
    { title: 'the reader saves a draft [OPEN-096]', act: types('dana', 30, 'Please bri') },
    { title: 'an older revision arrives late [OPEN-096]', act: types('dana', 29, 'Please'), silent: true },
    { title: 'the draft becomes a note [OPEN-096]', act: types('dana', 31, 'Ask Dr. Amin', true) },
    { title: 'the draft is emptied [OPEN-096]', act: types('dana', 32, ' ') },
    { title: 'it is emptied again [OPEN-096]', act: types('dana', 33, ''), silent: true },
  ],
  markMentionsSeen: [
    {
      title: 'the reader marks mentions of a conversation [OPEN-096]',
      act: inOrder(namesDana, as('dana', 'markMentionsSeen')),
    },
    {
      title: 'the reader marks mentions of all conversations [OPEN-096]',
      act: inOrder(namesDana, namesDana, as('dana', 'markMentionsSeen', { conversationId: undefined })),
    },
    { title: 'they are marked again [OPEN-096]', act: as('dana', 'markMentionsSeen'), silent: true },
  ],
  markConversationAsUnread: [
    { title: 'a read conversation is marked [STATE-26]', act: asLena('markConversationAsUnread') },
    { title: 'it is marked again [CALL-INBOX-10]', act: asLena('markConversationAsUnread'), silent: true },
  ],
  toggleStar: [
    { title: 'a member stars for herself [STATE-28]', act: asLena('toggleStar', { action: 'star' }) },
    {
      title: 'a member stars for a colleague [STATE-28]',
      act: asLena('toggleStar', { action: 'star', user: 'usr_dana' }),
    },
    { title: 'it is starred again [STATE-28]', act: asLena('toggleStar', { action: 'star' }), silent: true },
    { title: 'the star is removed [STATE-28]', act: asLena('toggleStar', { action: 'unstar' }) },
  ],
  assignToStaff: [
    { title: 'it is assigned to a colleague [STATE-30]', act: asLena('assignToStaff', { user: 'usr_dana' }) },
    { title: 'a member assigns it to herself [STATE-30]', act: asLena('assignToStaff') },
    { title: 'the assignment is removed [STATE-30]', act: asLena('assignToStaff', { user: null }) },
    { title: 'it is removed again [STATE-30]', act: asLena('assignToStaff', { user: null }), silent: true },
  ],
  assignWithNote: [
    {
      title: 'a colleague gets it, with a note that says why [STATE-30]',
      act: asLena('assignWithNote', { user: 'usr_sam', note: 'Sam knows her' }),
    },
    { title: 'nobody has it, and a note says why', act: asLena('assignWithNote', { user: null, note: 'Off now' }) },
  ],
  closeConversation: [
    { title: 'it becomes pending [STATE-25]', act: asLena('closeConversation', { status: 'pending' }) },
    { title: 'it becomes acknowledged [STATE-25]', act: asLena('closeConversation', { status: 'ACKNOWLEDGED' }) },
    { title: 'it becomes resolved [STATE-25]', act: asLena('closeConversation', { status: 'resolved' }) },
    {
      title: 'it is resolved again [OPEN-032]',
      act: asLena('closeConversation', { status: 'resolved' }),
      silent: true,
    },
    { title: 'it becomes open [OPEN-032]', act: asLena('closeConversation', { status: 'open' }) },
  ],
  markConversationRequest: [
    {
      title: 'the request becomes prescription [STATE-27]',
      act: asLena('markConversationRequest', { requestType: 'prescription' }),
    },
    {
      title: 'it becomes prescription again [CALL-INBOX-23]',
      act: asLena('markConversationRequest', { requestType: 'prescription' }),
      silent: true,
    },
    {
      title: 'the request becomes concierge [OPEN-020]',
      act: asLena('markConversationRequest', { requestType: 'concierge' }),
    },
    { title: 'the request becomes other [OPEN-020]', act: asLena('markConversationRequest', { requestType: 'other' }) },
    { title: 'the request is removed [OPEN-074]', act: asLena('markConversationRequest', { requestType: null }) },
    {
      title: 'a resolved conversation with a request is reopened by a text [OPEN-020]',
      act: inOrder(
        asLena('closeConversation', { status: 'resolved' }),
        asLena('markConversationRequest', { requestType: 'billing' }),
        texts(ROSALIND, 'And the bill?'),
      ),
    },
  ],
  assignConversation: [
    { title: 'it is filed under another patient [STATE-29]', act: asLena('assignConversation', { patientId: 'p3' }) },
    {
      title: 'it is filed there again [STATE-29]',
      act: asLena('assignConversation', { patientId: 'p3' }),
      silent: true,
    },
    { title: 'it is filed back [STATE-29]', act: asLena('assignConversation', { patientId: 'p1' }) },
    {
      title: 'the number belongs to two patients [OPEN-032] [OPEN-101]',
      act: async (stage) => {
        const [one] = await stage.clinics.store.query<{ id: string }>(
          `select id from conversations where sender = '+15125550144' and status = 'unassigned'`,
        )
        await asLenaFor('assignConversation', { conversationId: one?.id, patientId: 'p4' })(stage)
      },
    },
  ],
  assignMessage: [
    { title: 'a message is filed under another patient [CALL-INBOX-26]', act: fileNewest('p3') },
    { title: 'it is filed there again [CALL-INBOX-26]', act: fileNewest('p3'), silent: true },
    {
      title: 'an outbound text on its way is filed [CALL-INBOX-26]',
      act: inOrder(sends, fileNewest('p2'), handsOver),
    },
  ],
  createImportAndAssign: [
    { title: 'the patient is new [CALL-INBOX-27]', act: asLena('createImportAndAssign', { patient: nora }) },
    {
      title: 'it is filed back under the first patient [STATE-29]',
      act: asLena('assignConversation', { patientId: 'p1' }),
    },
  ],
  createWithMessage: [
    {
      title: 'the number is unknown [CALL-INBOX-22]',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550188', message: 'Hello?' }),
    },
    {
      title: 'the patient never wrote [CALL-INBOX-22]',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550189', patientId: 'p2', message: 'Hello, Miguel' }),
    },
    {
      title: 'the conversation was resolved with a request [CALL-INBOX-22] [OPEN-020]',
      act: inOrder(
        asLena('closeConversation', { status: 'resolved' }),
        asLenaFor('createWithMessage', { phoneNumber: '+15125550142', message: 'How are you?' }),
        handsOver,
      ),
    },
    {
      title: 'it is for another patient of the number [CALL-INBOX-22]',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550142', patientId: 'p3', message: 'For your son' }),
    },
    {
      title: 'a new conversation begins with a scheduled text [CALL-INBOX-22]',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550186', message: 'On Friday', sendAt: inDays(3) }),
    },
    {
      title: 'a scheduled text joins an open conversation [CALL-INBOX-22]',
      act: asLenaFor('createWithMessage', { phoneNumber: '5125550142', message: 'On Monday', sendAt: inDays(6) }),
    },
  ],
  createWithFiles: [
    { title: 'a first text has files [CALL-INBOX-22] [INBOX-03]', act: beginsWithFiles('5125550187') },
    { title: 'files join an open conversation [CALL-INBOX-22]', act: beginsWithFiles('5125550142') },
  ],
  blockPhoneNumber: [
    { title: 'a patient is blocked [CALL-INBOX-28]', act: blocks(true) },
    { title: 'the patient is blocked again [CALL-INBOX-28]', act: blocks(true), silent: true },
    { title: 'a blocked patient texts [CALL-INBOX-28]', act: texts(ROSALIND, 'Hello?'), silent: true },
    { title: 'a patient is unblocked [CALL-INBOX-28]', act: blocks(false) },
    { title: 'the patient is unblocked again [CALL-INBOX-28]', act: blocks(false), silent: true },
    {
      title: 'a patient is blocked while a text is on its way [CALL-INBOX-28]',
      act: inOrder(sends, blocks(true), handsOver, blocks(false)),
    },
  ],
  ...CANNED_ACTIONS,
  ...MEMBERSHIP,
  ...TIMED_ACTIONS,
}
