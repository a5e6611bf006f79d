import * as campaignNotifications from './campaign/notification-calls.ts'
import * as feedCalls from './feed.ts'
import * as blocking from './inbox/blocking-calls.ts'
import * as inbox from './inbox/calls.ts'
import * as canned from './inbox/canned-calls.ts'
import * as chat from './inbox/chat-calls.ts'
import * as consent from './inbox/consent-calls.ts'
import * as drafts from './inbox/draft-calls.ts'
import * as inboxFiles from './inbox/file-calls.ts'
import * as history from './inbox/history-calls.ts'
import * as mentions from './inbox/mention-calls.ts'
import * as staffNotifications from './inbox/notification-calls.ts'
import * as patients from './inbox/patient-calls.ts'
import * as patientHistory from './inbox/patient-history-calls.ts'
import * as people from './inbox/people-calls.ts'
import * as requests from './inbox/request-calls.ts'
import * as scheduled from './inbox/scheduled-calls.ts'
import * as search from './inbox/search-calls.ts'
import * as seen from './inbox/seen-calls.ts'
import * as settings from './inbox/settings-calls.ts'
import * as snooze from './inbox/snooze-calls.ts'
import * as start from './inbox/start-calls.ts'
import * as undoCalls from './inbox/undo-calls.ts'
import * as audit from './main/audit-calls.ts'
import * as memberCalls from './main/member-calls.ts'
import * as notifications from './main/notification-calls.ts'
import * as ownAccount from './session/account-calls.ts'
import * as session from './session/calls.ts'
import { noteActivity, sessionLife } from './session/session-life-calls.ts'
import * as waysIn from './session/way-in-calls.ts'

const { feed, heads, recentRevocations } = feedCalls
const { bulkChange, undo } = undoCalls
const { members, changeRole, removeMember, invitations, invite, resendInvitation, withdrawInvitation } = memberCalls
const { lookAtInvitation, acceptInvitation } = waysIn
const { sendNotification, mail, relayToEmailService } = notifications
const { signInSecondStep, forgotPassword, lookAtResetLink, resetPassword } = waysIn
const { sendCampaignNotification } = campaignNotifications
const { signInWays, identityCallback } = waysIn

/** Every call that the API serves; at its start it asserts that each is bound exactly once. */
export const calls = {
  ...session,
  sessionLife,
  noteActivity,
  signInWays,
  identityCallback,
  signInSecondStep,
  forgotPassword,
  lookAtResetLink,
  resetPassword,
  account: ownAccount.account,
  updateProfile: ownAccount.updateProfile,
  changePassword: ownAccount.changePassword,
  sessions: ownAccount.sessions,
  revokeSession: ownAccount.revokeSession,
  beginSecondFactor: ownAccount.beginSecondFactor,
  confirmSecondFactor: ownAccount.confirmSecondFactor,
  endSecondFactor: ownAccount.endSecondFactor,
  renewRecoveryCodes: ownAccount.renewRecoveryCodes,
  ...inbox,
  ...search,
  ...blocking,
  ...canned,
  ...patientHistory,
  ...patients,
  ...people,
  ...requests,
  ...start,
  ...history,
  ...consent,
  ...settings,
  ...scheduled,
  ...snooze,
  ...drafts,
  ...mentions,
  ...seen,
  ...staffNotifications,
  ...inboxFiles,
  ...chat,
  ...audit,
  members,
  changeRole,
  removeMember,
  invitations,
  invite,
  resendInvitation,
  withdrawInvitation,
  lookAtInvitation,
  acceptInvitation,
  sendNotification,
  sendCampaignNotification,
  mail,
  relayToEmailService,
  bulkChange,
  undo,
  feed,
  heads,
  recentRevocations,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
