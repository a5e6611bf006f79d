/** The public interface of the notices module. */
export { addNotices, settleNotices } from './notice-changes.ts'
