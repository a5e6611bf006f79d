import { callsOf } from './call.ts'
import * as campaignNotifications from './campaign/notification-calls.ts'
import * as feed from './feed.ts'
import * as blocking from './inbox/blocking-calls.ts'
import * as inbox from './inbox/calls.ts'
import * as canned from './inbox/canned-calls.ts'
import * as chat from './inbox/chat-calls.ts'
import * as consent from './inbox/consent-calls.ts'
import * as drafts from './inbox/draft-calls.ts'
import * as files from './inbox/file-calls.ts'
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
import * as inboxSettings from './inbox/settings-calls.ts'
import * as snooze from './inbox/snooze-calls.ts'
import * as start from './inbox/start-calls.ts'
import * as undo from './inbox/undo-calls.ts'
import * as audit from './main/audit-calls.ts'
import * as members from './main/member-calls.ts'
import * as notifications from './main/notification-calls.ts'
import * as account from './session/account-calls.ts'
import * as session from './session/calls.ts'
import * as sessionLife from './session/session-life-calls.ts'
import * as waysIn from './session/way-in-calls.ts'

/** Every call that the API serves; at its start it asserts that each is bound exactly once. A room brings all that it exports. */
export const calls = callsOf([
  ...[session, sessionLife, waysIn, account],
  ...[inbox, search, blocking, canned, patientHistory, patients, people, requests, start, history, consent],
  ...[inboxSettings, scheduled, snooze, drafts, mentions, seen, staffNotifications, files, chat, undo],
  ...[audit, members, notifications],
  ...[campaignNotifications],
  ...[feed],
])

export type Calls = typeof calls
export type CallName = keyof Calls
