/** What other modules use of the way out: the queue of texts, the limits of a day, and the patient's quiet hours. */
export {
  dequeue,
  enqueue,
  findOrganizationOfQueued,
  giveBack,
  holdText,
  type LeasedText,
  makeDueNow,
  markHanded,
  outboundTexts,
  postpone,
} from './outbound.store.ts'
export type { TextKind } from './outbound.tables.ts'
export { heldMs } from './quiet.ts'
export { countText } from './text-days.store.ts'
