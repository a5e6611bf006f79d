/** For every call an input that it takes. A new call has none yet, and the compiler says so. */
import type { BodyOf, QueryOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CEDAR } from './clinics.ts'
import { LINK_TOKEN } from './kept-session.ts'

/** What the inputs speak of. */
export interface Known {
  /** A conversation of Cedar's. */
  readonly conversationId: string
  /** A message in it. */
  readonly messageId: string
  /** What Lena may take back. */
  readonly undoId: string
  /** Two texts that wait, in a conversation that nobody else speaks of: one to take back, one to change. */
  readonly scheduledIds: readonly [string, string]
  /** An instant. */
  readonly later: string
  /** A file of another one. */
  readonly attachmentId: string
  /** An e-mail that was written, and an address of the e-mail service. */
  readonly mailId: string
  readonly emailService: string
  /** Of Cedar's: to send again, and to withdraw. */
  readonly invitationIds: readonly [string, string]
  /** Of the links of two more: to look at, and to accept. */
  readonly linkTokens: readonly [string, string]
  /** For the carrier, to fetch it. */
  readonly mediaToken: string
  /** Who chats with Cedar, and the last message that they see. */
  readonly visitor: ChatVisitor
  readonly chatMessageId: string
  /** Another session of Lena's. */
  readonly sessionId: string
  /** What the authenticator shows that Vera sets up, and that Sam has. */
  readonly code: string
}

type GoodInputs = {
  readonly [Name in CallName]: (known: Known) => { query: QueryOf<Calls[Name]>; body: BodyOf<Calls[Name]> }
}

const organizationId = CEDAR.id
const NEW_PASSWORD = 'another-clinic-2027'
const nothing = () => ({ query: {}, body: {} })
/** Of no conversation: whose the known one is, others of these calls change. */
const notification: BodyOf<Calls['sendNotification']> = {
  ...{ type: 'email', organizationId, email: 'rosalind@patients.test' },
  ...{ mailSubject: 'Your visit', mailContent: 'Please bring the new card.' },
}

export const goodInputs: GoodInputs = {
  signInPage: () => ({ query: { returnTo: '/inbox' }, body: {} }),
  signIn: () => ({ query: {}, body: { email: 'vera@demo.test', password: DEMO_PASSWORD, returnTo: '/inbox' } }),
  signOut: nothing,
  signOutByLink: nothing,
  signOutEverywhere: nothing,
  profile: nothing,
  sessionLife: nothing,
  noteActivity: nothing,
  accessToken: nothing,
  keys: nothing,
  validateLogin: nothing,
  servicesToken: nothing,
  recentRevocations: nothing,
  signInWays: nothing,
  identityCallback: () => ({ query: { code: 'a code', state: 'of nobody' }, body: {} }),
  signInSecondStep: ({ code }) => ({ query: {}, body: { code, returnTo: '/inbox' } }),
  forgotPassword: () => ({ query: {}, body: { email: 'dana@demo.test' } }),
  lookAtResetLink: () => ({ query: {}, body: { token: LINK_TOKEN } }),
  resetPassword: () => ({ query: {}, body: { token: LINK_TOKEN, newPassword: NEW_PASSWORD } }),
  account: nothing,
  updateProfile: () => ({ query: {}, body: { name: 'lena of the staff' } }),
  changePassword: () => ({ query: {}, body: { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD } }),
  sessions: nothing,
  revokeSession: ({ sessionId }) => ({ query: {}, body: { sessionId } }),
  beginSecondFactor: () => ({ query: {}, body: { password: DEMO_PASSWORD } }),
  confirmSecondFactor: ({ code }) => ({ query: {}, body: { code } }),
  endSecondFactor: ({ code }) => ({ query: {}, body: { password: DEMO_PASSWORD, code } }),
  renewRecoveryCodes: ({ code }) => ({ query: {}, body: { password: DEMO_PASSWORD, code } }),
  feed: () => ({ query: { organizationId, after: 0, limit: 10, waitMs: 0 }, body: {} }),
  heads: () => ({ query: { organizationId: [organizationId] }, body: {} }),

  conversation: () => ({ query: { organizationId, patientImportId: 'i1' }, body: {} }),
  conversations: () => ({ query: { organizationId, status: ['open', 'unassigned'], page: 1, limit: 10 }, body: {} }),
  messages: ({ conversationId, messageId }) => ({
    query: { organizationId, conversationId, before: messageId },
    body: {},
  }),
  searchMessages: () => ({ query: { organizationId, search: 'anybody' }, body: {} }),
  agents: () => ({ query: { organizationId }, body: {} }),
  sendMessage: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, message: 'Please bring the card.', private: false },
  }),
  updateLastSeen: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId } }),
  closeConversation: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, status: 'pending' },
  }),
  markConversationAsUnread: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId } }),
  toggleStar: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId, action: 'star' } }),
  assignToStaff: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId, user: 'usr_dana' } }),

  markConversationRequest: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, requestType: 'billing' },
  }),
  assignConversation: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, patientId: 'p2' },
  }),
  assignMessage: ({ conversationId, messageId }) => ({
    query: {},
    body: { organizationId, conversationId, messageId, patientId: 'p3' },
  }),
  createImportAndAssign: ({ conversationId }) => ({
    query: {},
    body: {
      organizationId,
      conversationId,
      patient: { firstName: 'Nora', lastName: 'Bell', dob: '1971-07-08', phoneNumber: '(512) 555-0177', mrn: 'N1' },
    },
  }),
  patientsWithSameNumber: () => ({ query: { organizationId, phoneNumber: '5125550144' }, body: {} }),
  patientMessages: () => ({ query: { organizationId, patientId: 'p1' }, body: {} }),
  patientConversation: () => ({
    query: {
      ...{ organizationId, skip: 0, limit: 10, pageNo: 1, sort: '{"createdAt":-1}' },
      query: '{"patientId":"p1","organizationId":"org_cedar","type":"SMS","createdAt":{"$gte":"2026-11-19T00:00:00Z"}}',
    },
    body: {},
  }),
  createWithMessage: () => ({
    query: {},
    body: { organizationId, patientId: 'p2', phoneNumber: '5125550143', message: 'Your results are here.' },
  }),
  blockPhoneNumber: () => ({
    query: {},
    body: { organizationId, phoneNumber: '5125550166', blockPhoneNumber: true },
  }),
  cannedMessages: () => ({ query: { organizationId }, body: {} }),
  addCannedMessage: () => ({ query: {}, body: { organizationId, title: 'Hours', message: 'We open at 8.' } }),
  updateCannedMessage: () => ({
    query: {},
    body: { organizationId, _id: 'canned1', title: 'Parking', message: 'Park behind the house.' },
  }),
  removeCannedMessage: () => ({ query: {}, body: { organizationId, _id: 'canned2' } }),
  searchUsers: () => ({ query: { organizationId, search: 'ros' }, body: {} }),
  agentsBasedOnRole: () => ({ query: { organizationId, role: 'agent' }, body: {} }),
  bulkChange: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationIds: [conversationId], action: { type: 'close', status: 'acknowledged' } },
  }),
  undo: ({ undoId }) => ({ query: {}, body: { organizationId, undoId } }),
  conversationHistory: ({ conversationId }) => ({ query: { organizationId, conversationId, cursor: 2 }, body: {} }),
  resolveStopRequest: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId, optOut: false } }),
  inboxSettings: () => ({ query: { organizationId }, body: {} }),
  saveInboxSettings: () => ({
    query: {},
    body: {
      organizationId,
      businessHours: {
        week: {
          monday: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:30' },
          ],
          ...{ tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
        },
        closedDays: ['2026-12-25'],
      },
      afterHours: { enabled: false, message: 'We are closed.' },
      quietHours: { from: '20:00', to: '09:00' },
      helpMessage: 'Call us.',
    },
  }),
  scheduleMessage: ({ conversationId, later: sendAt }) => ({
    query: {},
    body: { organizationId, conversationId, message: 'See you tomorrow.', sendAt },
  }),
  scheduledMessages: ({ conversationId }) => ({ query: { organizationId, conversationId }, body: {} }),
  cancelScheduledMessage: ({ scheduledIds: [_id] }) => ({ query: {}, body: { organizationId, _id } }),
  rescheduleMessage: ({ scheduledIds: [, _id], later: sendAt }) => ({
    query: {},
    body: { organizationId, _id, message: 'See you on Friday.', sendAt },
  }),
  snoozeConversation: ({ conversationId, later: until }) => ({
    query: {},
    body: { organizationId, conversationId, until },
  }),
  saveDraft: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, message: 'Please bri', private: false, revision: 1 },
  }),
  drafts: ({ conversationId }) => ({ query: { organizationId, conversationId, limit: 10 }, body: {} }),
  mentions: () => ({ query: { organizationId, limit: 10 }, body: {} }),
  markMentionsSeen: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId } }),
  notificationPreferences: () => ({ query: { organizationId }, body: {} }),
  saveNotificationPreferences: () => ({
    query: {},
    body: {
      organizationId,
      ...{ scope: 'organization', sound: true, showText: false },
      quiet: { from: '18:00', to: '08:00', days: ['saturday', 'sunday'] },
    },
  }),
  lastSeen: ({ conversationId }) => ({ query: { organizationId, conversationId }, body: {} }),
  attachments: ({ conversationId }) => ({ query: { organizationId, conversationId, page: 1, limit: 10 }, body: {} }),
  sendMessageFile: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, message: 'Your plan', private: 'false' },
  }),
  attachment: ({ attachmentId }) => ({ query: { organizationId, attachmentId }, body: {} }),
  carrierMedia: ({ mediaToken }) => ({ query: { token: mediaToken }, body: {} }),
  chatSession: () => ({ query: {}, body: { organizationId } }),
  chatToken: ({ visitor: { visitorId, secret } }) => ({ query: {}, body: { organizationId, visitorId, secret } }),
  chatSend: () => ({ query: {}, body: { clientId: '0b9ad1f4-52d4-4f0c-9a3e-6c2f3b1d7e55', message: 'Are you open?' } }),
  chatMessages: ({ chatMessageId }) => ({ query: { after: chatMessageId }, body: {} }),
  chatSeen: ({ chatMessageId }) => ({ query: {}, body: { upTo: chatMessageId } }),
  sendNotification: () => ({ query: {}, body: notification }),
  sendCampaignNotification: () => ({ query: {}, body: notification }),
  members: () => ({ query: { organizationId }, body: {} }),
  changeRole: () => ({ query: {}, body: { organizationId, userId: 'usr_rita', role: 'supervisor' } }),
  removeMember: () => ({ query: {}, body: { organizationId, userId: 'usr_paul' } }),
  invitations: () => ({ query: { organizationId }, body: {} }),
  invite: () => ({ query: {}, body: { organizationId, email: 'new@people.test', role: 'agent' } }),
  resendInvitation: ({ invitationIds: [invitationId] }) => ({ query: {}, body: { organizationId, invitationId } }),
  withdrawInvitation: ({ invitationIds: [, invitationId] }) => ({ query: {}, body: { organizationId, invitationId } }),
  lookAtInvitation: ({ linkTokens: [token] }) => ({ query: {}, body: { token } }),
  acceptInvitation: ({ linkTokens: [, token] }) => ({
    query: {},
    body: { token, name: 'New Person', newPassword: 'a long enough password' },
  }),
  mail: ({ mailId }) => ({ query: { organizationId, mailId }, body: {} }),
  relayToEmailService: ({ emailService }) => ({
    query: {},
    body: { url: `${emailService}/v3/mail/send`, method: 'POST', data: { subject: 'Your visit' } },
  }),
  auditLog: ({ conversationId }) => ({
    query: { organizationId, page: 1, limit: 10, user: 'usr_lena', conversationId, from: '2026-11-01' },
    body: {},
  }),

  inboundText: () => ({
    query: {},
    body: { MessageSid: 'SM1', From: '+15125550142', To: CEDAR.number, Body: 'Hello', NumMedia: 0 },
  }),
  textStatus: ({ messageId }) => ({ query: { messageId }, body: { MessageSid: 'SM2', MessageStatus: 'delivered' } }),
}
