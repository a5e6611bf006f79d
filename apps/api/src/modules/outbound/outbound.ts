/** The public interface of the outbound module: the queue of texts, the daily limits, and the patient's quiet hours. */
export {
  countCampaignTexts,
  dequeue,
  enqueue,
  enqueueReady,
  findOrganizationOfQueued,
  forgetMiss,
  giveBack,
  holdText,
  isWithCarrier,
  type Later,
  type LeasedText,
  makeAllDueNow,
  makeDueNow,
  markHanded,
  outboundTexts,
  postpone,
  postponeCampaignTexts,
  type ReadyText,
} from './outbound.store.ts'
export type { TextKind } from './outbound.tables.ts'
export { campaignHeldMs, heldMs } from './quiet.ts'
export { countText, type FullDay, fullDay } from './text-days.store.ts'
