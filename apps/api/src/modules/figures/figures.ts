/** The interface of this module for other modules: what metrics count, and the self-service requests of patients. */

export {
  type Counted,
  countHours,
  countMetrics,
  countNumber,
  limitTime,
  type NumberAsked,
  type Only,
  reserveMemory,
} from './count.store.ts'
export { fileRequests, forgetRequest, keepRequest, reopenRequests, settleRequests } from './requests.store.ts'
export { addUpRows, listRows } from './rows.store.ts'
export type { FigureSource } from './source.ts'
