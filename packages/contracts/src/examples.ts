/**
 * The ids and values that the examples of calls use. OpenAPI shows them unchanged. The tests make each call with its
 * example, in a clinic of their own that has these records under these ids or under ids that the tests substitute.
 */
import { conversationExample } from './inbox/conversation.ts'
import { messageExample } from './inbox/message.ts'

/** The fields that most inputs share. */
export const inClinic = { organizationId: 'org_cedar' } as const
export const inConversation = { ...inClinic, conversationId: conversationExample.id }

const uuid = (last: number) => `0199f0aa-3c00-7000-8000-0000000001${String(last).padStart(2, '0')}`

/** Some kinds have several records: one call reads or changes the first, another call removes the second. The third text is held. */
export const example = {
  conversationId: conversationExample.id,
  messageId: messageExample._id,
  patientIds: ['p1', 'p2', 'p3'],
  patientImportId: 'i1',
  cannedIds: ['canned1', 'canned2'],
  teamIds: ['team1', 'team2'],
  undoId: uuid(1),
  scheduledIds: [uuid(2), uuid(3), uuid(11)],
  attachmentId: uuid(4),
  mailId: uuid(5),
  invitationIds: [uuid(6), uuid(7)],
  sessionId: uuid(8),
  visitorId: uuid(9),
  chatMessageId: uuid(10),
  viewId: uuid(12),
  dashboardViewIds: [uuid(71), uuid(72)],
  /** The third one waits for the patient's reply `replyMessageId` to be settled. */
  appointmentIds: [uuid(21), uuid(22), uuid(23)],
  doctorIds: ['doctor1', 'doctor2'],
  pictureId: uuid(31),
  doctorUndoId: uuid(32),
  dueDateIds: [uuid(24), uuid(25)],
  visitUndoId: uuid(26),
  replyMessageId: uuid(27),
  /** The first one has ended, the second waits. */
  faxIds: [uuid(28), uuid(29)],
  faxPreviewId: uuid(30),
  /** The first one is open, the second is to be closed. */
  formIds: ['form_cedar_intake', 'form_cedar_refill'],
  /** The first one is new, the second held. */
  formSubmissionIds: [uuid(70), uuid(71)],
  biDashboardIds: ['bi1', 'bi2'],
  /** A browser tab. */
  holder: uuid(11),
  /** An instant in the future of the tests' clock. */
  later: '2026-11-20T15:00:00.000Z',
  ownName: 'Lena K. Kim',
  email: 'vera@clinic.example',
  colleagueEmail: 'dana@clinic.example',
  password: 'the password of today',
  newPassword: 'another-clinic-2027',
  /** An authenticator's code. */
  code: '123456',
  visitorSecret: 'the-secret-of-a-visitor',
  invitationTokens: ['what-was-mailed-to-a-guest', 'what-was-mailed-to-another-guest'],
  resetToken: 'what-was-mailed-to-vera',
  mediaToken: 'the-signed-token-of-a-file',
  faxKey: 'the-key-of-the-fax-service',
  locationIds: ['11000000000000000001', '11000000000000000002'],
  /** The second one has a reply. */
  reviewIds: ['review1', 'review2'],
  cannedReplyIds: [uuid(41), uuid(42)],
  listingChangeId: uuid(43),
  listingRefreshToken: 'the-refresh-token-of-the-listings',
  emailService: 'https://api.sendgrid.com',
} as const
