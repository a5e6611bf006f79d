/** Which kind of action each audited call is. */
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { AuditKind } from '@foyer/contracts/main/audit-kinds.ts'
import type { ChatbotDeed } from '../../http/audit.ts'

/** The names of the calls by kind. A test checks that each audited call has one kind. */
const NAMES: Readonly<Record<AuditKind, readonly CallName[]>> = {
  read: [
    ...(['biDashboard', 'biDashboards', 'board', 'desks', 'exportFormSubmissions', 'form', 'formSubmission'] as const),
    ...(['formSubmissionPdf', 'formSubmissions', 'forms'] as const),
    ...(['lintReviewReply', 'listingAttributeMetadata', 'listingAttributes', 'listingCategories'] as const),
    ...(['listingConnection', 'listingGoogleUpdates', 'listingLocation', 'listingReviews', 'nearbyPlaces'] as const),
    ...(['reviewCannedReplies'] as const),
    ...(['botSession', 'chatbotFlow', 'chatbotFlows', 'chatbotStats', 'chatbotVersion', 'chatbotVersions'] as const),
    ...(['chatbotBlocks', 'chatbotSaves', 'checkChatbot', 'chatbotFiles'] as const),
    ...(['automation', 'automationCatalog', 'automationRun', 'automationRuns', 'automations'] as const),
    ...(['forecastAutomation', 'lintAutomation', 'tryAutomation'] as const),
    ...(['dashboardCampaigns', 'dashboardRows', 'dashboardViews', 'exportDashboard', 'onlineReviewsCount'] as const),
    ...(['patientCommunication', 'recountFigure', 'reminderCount', 'scoreCardAppointments'] as const),
    ...(['selfServiceRequestsCount'] as const),
    ...(['campaign', 'campaignAudience', 'campaignDashboard', 'campaignRecipients', 'campaigns'] as const),
    ...(['exportCampaignRecipients', 'notifierTemplates', 'outreachSettings'] as const),
    ...(['importOne', 'importRows', 'importTemplate', 'imports', 'insuranceProviders', 'referralDocuments'] as const),
    ...(['referrals', 'refusedImportRows', 'storedFile', 'storedFiles', 'wellnessPlans'] as const),
    ...(['fax', 'faxFileBytes', 'faxPage', 'faxRecipients', 'faxes', 'previewFax', 'readExcel'] as const),
    ...(['agents', 'agentsBasedOnRole', 'attachment', 'attachments', 'cannedMessages', 'conversation'] as const),
    ...(['conversationHistory', 'conversations', 'drafts', 'holds', 'inboxSettings', 'lastSeen', 'mail'] as const),
    ...(['markMentionsSeen', 'mentions', 'messages', 'notices', 'notificationPreferences', 'ownTally'] as const),
    ...(['patientConsent', 'patientConversation', 'patientConversations', 'patientFiles'] as const),
    ...(['patientForCampaign', 'patientHousehold', 'patientMessages', 'patientRecord', 'patientSearch'] as const),
    ...(['patientTimeline', 'patientVisits', 'patientsWithSameNumber', 'reminderList', 'scheduledMessages'] as const),
    ...(['preferences', 'renewHold', 'savedViews', 'searchMessages', 'searchUsers', 'seeNotices', 'teams'] as const),
    ...(['newestConversations', 'newestVisits', 'noteTexts', 'notes'] as const),
    ...(['updateLastSeen', 'workload'] as const),
    ...(['appointmentDay', 'appointmentList', 'appointmentOne', 'bookedSlots', 'doctors', 'dueDateList'] as const),
    ...(['dueDates', 'exportAppointments', 'openTimes', 'pastAppointments', 'previewVisitSettings'] as const),
    ...(['reminderForecast', 'visitSettings', 'departments', 'doctor', 'doctorPicture', 'identityImage'] as const),
  ],
  texts: [
    ...(['deleteReviewReply', 'putReviewReply', 'saveReviewDraft'] as const),
    ...(['addCampaign', 'copyCampaign', 'deleteCampaign', 'launchCampaign', 'pauseCampaign'] as const),
    ...(['resumeCampaign', 'saveCampaign', 'stopCampaign', 'testCampaign', 'unscheduleCampaign'] as const),
    ...(['addNotifierTemplate', 'deleteNotifierTemplate', 'saveNotifierTemplate'] as const),
    ...(['shortenLink', 'trackDripCampaign'] as const),
    ...(['cancelFax', 'nameFaxNumber', 'sendFax', 'sendFaxAgain'] as const),
    ...(['cancelScheduledMessage', 'chatMessages', 'chatSeen', 'chatSend', 'chatWelcome', 'createWithFiles'] as const),
    ...(['createWithMessage'] as const),
    ...(['keepScheduledMessage', 'relayToEmailService', 'rescheduleMessage', 'saveDraft', 'scheduleMessage'] as const),
    ...(['sendCampaignNotification', 'sendMessage', 'sendMessageFile', 'sendNotification'] as const),
  ],
  conversations: [
    ...(['botStart', 'botTakeOver'] as const),
    ...([
      'assignToStaff',
      'assignToTeam',
      'assignWithNote',
      'blockPhoneNumber',
      'bulkChange',
      'closeConversation',
    ] as const),
    ...(['markConversationAsUnread', 'markConversationRequest', 'nextPatient', 'releaseHold'] as const),
    ...(['resolveStopRequest', 'snoozeConversation', 'toggleStar', 'undo'] as const),
  ],
  patients: [
    ...(['assignFormSubmission', 'createFormLink', 'finishFormSubmission', 'releaseFormSubmission'] as const),
    ...(['addPatient', 'addPatientFile', 'assignConversation', 'assignMessage', 'createImportAndAssign'] as const),
    ...(['addNote', 'deleteNote', 'pinNote', 'restoreNote', 'updateNote'] as const),
    ...(['discardImport', 'mapImport', 'mendImportRows', 'readImportAs', 'removeStoredFile', 'resumeImport'] as const),
    ...([
      'savePatient',
      'saveMarketingConsent',
      'savePatientConsent',
      'startImport',
      'stopImport',
      'uploadAppointments',
    ] as const),
    ...(['uploadCommonFile', 'uploadDemographics', 'uploadReferralDocument', 'uploadReferrals'] as const),
  ],
  visits: [
    ...(['addDueDate', 'bookAppointment', 'changeAppointments', 'finishDueDate', 'inviteDueDates'] as const),
    ...(['markConfirmed', 'sendReminder', 'sendReminders', 'settleReply', 'undoAppointments'] as const),
  ],
  settings: [
    ...(['addBiDashboard', 'createForm', 'removeBiDashboard', 'setFormState', 'updateForm'] as const),
    ...(['acceptGoogleUpdates', 'changeListing', 'changeListingAttributes', 'connectListings'] as const),
    ...(['disconnectListings', 'listingsCallback', 'removeReviewCannedReply', 'revertGoogleUpdates'] as const),
    ...(['saveReviewCannedReply'] as const),
    ...(['changeDesk'] as const),
    ...(['deleteChatbotFlow', 'publishChatbot', 'saveChatbotFlow', 'setChatbotStatus'] as const),
    ...(['removeChatbotFile', 'uploadChatbotFile'] as const),
    ...(['orderAutomations', 'publishAutomation', 'removeAutomation', 'restoreAutomation'] as const),
    ...(['pauseAutomations', 'releaseAutomation', 'rollBackAutomation', 'saveAutomation'] as const),
    ...(['stopAutomationRun', 'switchAutomation'] as const),
    ...(['addCannedMessage', 'auditLog', 'changeRole', 'exportAudit', 'invitations', 'invite', 'members'] as const),
    ...(['removeCannedMessage', 'removeMember', 'removeTeam', 'removeView', 'resendInvitation'] as const),
    ...(['addDashboardView', 'removeDashboardView', 'updateDashboardView'] as const),
    ...(['saveInboxSettings', 'saveNotificationPreferences', 'savePreferences', 'saveTeam', 'saveView'] as const),
    ...(['archiveDoctors', 'saveOutreachSettings', 'saveVisitSettings', 'undoDoctors', 'updateDoctor'] as const),
    ...(['uploadDoctorPic', 'uploadDoctorPicture', 'uploadInsuranceProviders', 'uploadProfilePic'] as const),
    ...(['uploadProviders'] as const),
    ...(['updateCannedMessage', 'withdrawInvitation'] as const),
  ],
  'sign-in': [
    ...(['acceptInvitation', 'accessToken', 'account', 'beginSecondFactor', 'changePassword'] as const),
    ...(['confirmSecondFactor', 'endSecondFactor', 'forgotPassword', 'identityCallback', 'noteActivity'] as const),
    ...(['profile', 'renewRecoveryCodes', 'resetPassword', 'revokeSession', 'servicesToken', 'sessionLife'] as const),
    ...(['sessions', 'signIn', 'signInSecondStep', 'signOut', 'signOutByLink', 'signOutEverywhere'] as const),
    ...(['updateProfile', 'validateLogin'] as const),
  ],
}

/** What chatbots do, which no call of a user does. */
const BOT_DEEDS: Readonly<Partial<Record<AuditKind, readonly ChatbotDeed[]>>> = {
  patients: ['chatbot save-field'],
  visits: ['chatbot book-visit', 'chatbot confirm-visit'],
}

const CALLS = new Map(
  Object.entries(NAMES).map(([kind, names]): [AuditKind, readonly string[]] => {
    const called = names.map((name) => `${calls[name].method} ${calls[name].path}`)
    return [kind as AuditKind, [...called, ...(BOT_DEEDS[kind as AuditKind] ?? [])]]
  }),
)
const KINDS = new Map([...CALLS].flatMap(([kind, ofKind]) => ofKind.map((call) => [call, kind] as const)))

/** Null for a call that the API no longer has. */
export function auditKind(call: string): AuditKind | null {
  return call.startsWith('command ') ? 'settings' : (KINDS.get(call) ?? null)
}

/** The calls of a kind, as the audit stores them. */
export function callsOfKind(kind: AuditKind): readonly string[] {
  return CALLS.get(kind) ?? []
}
