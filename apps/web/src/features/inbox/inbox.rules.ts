import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { NO_NAME } from '../../lib/patient-names.rules.ts'

/** [ENTITY-03] Maps a conversation to exactly these fields; newer fields are not among them. */
export function mapConversation(conversation: Conversation, page: number) {
  const { id, patientId, lastMessage, organizationId, timestamp, unreadCount, status, isUnread, type } = conversation
  const { phoneNumber, birthdate, requestType, mrn, cashPay, insuranceType, from, gender } = conversation
  return {
    id,
    name: conversation.name.trim() || NO_NAME,
    patientId,
    lastMessage,
    organizationId,
    timestamp,
    unreadCount,
    status,
    isUnread,
    type,
    phoneNumber,
    birthdate,
    requestType,
    mrn,
    cashPay,
    staffAssigned: conversation.staffAssigned ?? [],
    starredBy: conversation.starredBy ?? [],
    insuranceType,
    from,
    appointment: conversation.appointment ?? {},
    gender,
    page,
  }
}

/** [ENTITY-05] [STATE-18] Fills the patient panel from the conversation, without another call. */
export function panelOf(conversation: Conversation) {
  const { patientId, birthdate, preferredContact, textEnable, smsStatus, phoneNumber, type } = conversation
  const { requestType, cashPay, appointment, gender, mrn } = conversation
  return {
    id: conversation.id,
    name: conversation.name.trim() || NO_NAME,
    /** [ENTITY-06] The MRN, or the patient id without one. */
    uid: mrn?.trim() || patientId,
    dob: birthdate,
    preferredContact,
    textEnable,
    smsStatus,
    phoneNumber,
    type,
    requestType,
    cashPay,
    appointments: appointment === null ? [] : [appointment],
    gender,
  }
}
