/**
 * The public interface of the conversations module: finding, locking and changing conversations, and messages in and
 * out.
 */
export { answeredBy } from './answered-waits.store.ts'
export { type ArrivalServices, type Arrived, arrive, prepareArrival } from './arrival.ts'
export { type Addressee, type NotMade, prepareAutomatic, sendAutomatically } from './automatic.ts'
export { automaticTexts } from './automatic-metrics.ts'
export {
  type Actor,
  type Addition,
  type Answer,
  type Changed,
  changeConversation,
  conversationChange,
  keepChange,
  stageMessage,
  stageMessages,
} from './conversation-change.ts'
export { stageConversationEvents } from './conversation-events.ts'
export { type ItemRow, itemOf, itemsFrom } from './conversation-items.store.ts'
export {
  claimSenders,
  filedUnder,
  findConversation,
  findConversationOfImport,
  findNewestOfPatient,
  hasConversation,
  isLinked,
  lockConversation,
  lockConversations,
  lockConversationsOfPatients,
  lockConversationsOfTeam,
  lockNumberOf,
  lockOthersOfNumber,
  lockSender,
  lockSenders,
  numberOf,
  patientOf,
} from './conversations.store.ts'
export { IS_NOT_DELIVERED } from './counts.store.ts'
export {
  findOrganizationOfSid,
  findText,
  knownSids,
  readText,
  type SentText,
  saveDelivery,
} from './deliveries.store.ts'
export { openForFirstText, sendFirstText } from './first-text.ts'
export { findNewestBy, historyLengths, listChangesSince, listHistory } from './history.store.ts'
export {
  listConversationsShowing,
  lockConversationsShowing,
} from './imported-conversations.store.ts'
export { stageDifferingItems } from './imported-conversations.ts'
export {
  type ArrivingMessage,
  type Considered,
  IGNORED,
  type InboundStep,
  type PreparedAnswer,
  stepsAhead,
} from './inbound-steps.ts'
export { readForFiles, saveFiles } from './message-files.store.ts'
export { MESSAGE_COLUMNS, messageOf } from './message-rows.store.ts'
export { isOfConversation, listMessages } from './messages.store.ts'
export { type OptOutStep, reactToOptOut } from './opt-out-steps.ts'
export { stageQuietText } from './quiet-texts.ts'
export { changeUntold, PATIENTS_MAX, refresh, refreshInChunks } from './refresh.ts'
export { addQuietConversation } from './saved-conversations.store.ts'
export { assertMayWrite, countToday, keepMessage, readStanding } from './sending.ts'
export { type DeliveryNews, objectionTo, type Sent, type SentStep, tellOfDelivery, tellTooFast } from './sent-steps.ts'
export { countTallies } from './tally.store.ts'
export { tallyChanges } from './tally-changes.ts'
export type { VisitorWelcome } from './visitor-welcomes.ts'
export { oldestUnanswered } from './waiting.store.ts'
