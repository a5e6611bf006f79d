/** The public interface of the notices module. */
export { addNotices, type NewNotice, settleNotices } from './notice-changes.ts'
