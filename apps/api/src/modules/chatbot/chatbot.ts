/** The interface of this module for other modules. */
export { assertStillClean } from './clean.ts'
export {
  addBotFile,
  type BotFile,
  countBotFiles,
  findBotFile,
  findSentBotFile,
  flowsThatSend,
  listBotFiles,
  lockBotFiles,
  markBotFilesSent,
  removeBotFile,
} from './files.store.ts'
export { stageFlow } from './flow-change.ts'
export { itemOf, switchedFlow } from './flow-state.rules.ts'
export { findFlow, type LiveFlow, listLiveFlows, lockFlow } from './flows.store.ts'
export { findLive, findVersion, shareLiveVersion } from './versions.store.ts'
