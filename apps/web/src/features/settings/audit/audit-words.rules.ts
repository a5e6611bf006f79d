/** What a row of the audit says, for people who know the clinic and not the calls. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'

/** By method and path, as the audit writes them, without what all of them begin with. */
const WORDS: Readonly<Record<string, string | undefined>> = {
  'GET inbox/agents': 'Looked up the staff',
  'GET inbox/agents-based-on-role': 'Looked up the staff of a role',
  'GET inbox/attachment': 'Opened a file',
  'GET inbox/canned-messages': 'Read the canned messages',
  'GET inbox/conversation': 'Opened a conversation',
  'GET inbox/conversation-history': 'Read the history of a conversation',
  'GET inbox/conversations': 'Read the list of conversations',
  'GET inbox/conversations/attachments': 'Looked through the files of a conversation',
  'GET inbox/drafts': 'Read their own drafts',
  'GET inbox/last-seen': 'Looked up who saw a conversation',
  'GET inbox/mentions': 'Read their own mentions',
  'GET inbox/messages': 'Read the messages of a conversation',
  'GET inbox/messages/patient': 'Read the messages of a patient',
  'GET inbox/notification-preferences': 'Read their own notification settings',
  'GET inbox/patient-conversation': 'Read the text history of a patient',
  'GET inbox/patient-with-same-number': 'Looked up the patients of a number',
  'GET inbox/scheduled-messages': 'Read the scheduled texts of a conversation',
  'GET inbox/search-messages': 'Searched the messages',
  'GET inbox/search-users': 'Searched for patients and staff',
  'GET inbox/settings': 'Read the settings of the inbox',
  'POST inbox/add-canned-message': 'Added a canned message',
  'POST inbox/assign-conversation': 'Filed a conversation under a patient',
  'POST inbox/assign-message': 'Filed a message under a patient',
  'POST inbox/assign-to-staff': 'Assigned a conversation',
  'POST inbox/block-phone-number': 'Blocked a number or let it through',
  'POST inbox/cancel-scheduled-message': 'Took back a scheduled text',
  'POST inbox/close-conversation': 'Changed the status of a conversation',
  'POST inbox/conversations/bulk': 'Changed several conversations at once',
  'POST inbox/conversations/create-import-and-assign-conversation':
    'Added a patient and filed a conversation under them',
  'POST inbox/conversations/create-with-message': 'Started a conversation',
  'POST inbox/conversations/toggle-star': 'Starred or unstarred a conversation',
  'POST inbox/mark-conversation-as-unread': 'Marked a conversation unread',
  'POST inbox/mark-conversation-request': 'Changed the request type of a conversation',
  'POST inbox/mark-mentions-seen': 'Saw their mentions',
  'POST inbox/notification-preferences': 'Changed their own notification settings',
  'POST inbox/remove-canned-message': 'Removed a canned message',
  'POST inbox/reschedule-message': 'Changed a scheduled text',
  'POST inbox/resolve-stop-request': 'Settled a wish not to be texted',
  'POST inbox/save-draft': 'Kept a draft',
  'POST inbox/schedule-message': 'Scheduled a text',
  'POST inbox/send-message': 'Sent a text or kept a note',
  'POST inbox/send-message-file': 'Sent a text or kept a note, with files',
  'POST inbox/settings': 'Changed the settings of the inbox',
  'POST inbox/snooze-conversation': 'Snoozed a conversation',
  'POST inbox/undo': 'Took back what they had done',
  'POST inbox/update-canned-message': 'Changed a canned message',
  'POST inbox/update-last-seen': 'Saw a conversation',
  'GET main/audit-log': 'Read the audit',
  'GET main/invitations': 'Read the invitations',
  'GET main/members': 'Read the members',
  'GET main/utils/email': 'Read an e-mail',
  'POST main/invitations': 'Invited somebody',
  'POST main/invitations/resend': 'Sent an invitation again',
  'POST main/invitations/withdraw': 'Withdrew an invitation',
  'POST main/members/remove': 'Removed a member',
  'POST main/members/role': 'Changed the role of a member',
  'POST main/utils/send-notification': 'Sent a notification',
  'POST campaign/common/send-notification': 'Sent a notification',
  // It concerns the organization that somebody joins, without their belonging to it when they ask.
  'POST auth/invitation/accept': 'Joined the organization',
}

export function auditWords(call: string): string {
  return wordsOf(call) ?? (call.startsWith('GET ') ? 'Read something' : 'Changed something')
}

export function hasWords(call: string): boolean {
  return wordsOf(call) !== undefined
}

const wordsOf = (call: string) => WORDS[call.replace('/api/', '')]

const OUTCOMES: Readonly<Record<string, string | undefined>> = {
  ok: 'Done',
  not_allowed: 'Not allowed',
  org_mismatch: 'Not allowed',
  user_mismatch: 'Not allowed',
  foreign_origin: 'Not allowed',
  not_found: 'Not found',
  not_valid: 'Not valid',
  stale: 'Overtaken',
  conflict: 'In conflict',
  rate_limited: 'Too often',
  failed: 'Failed',
  unavailable: 'Failed',
  upstream_failed: 'Failed',
}

/** "Done", or why it was refused. */
export function outcomeWords(outcome: string): string {
  return OUTCOMES[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}`
}

/** Who it was: the name of a member; of anybody else their id, which is all that is known. */
export function whoWords({ user, userName }: Pick<AuditEntry, 'user' | 'userName'>): string {
  if (userName !== null) return userName
  return user === null ? 'Nobody who was signed in' : `No member (${user})`
}
