/** The public interface of the notices module. */
export { addNotices, SETTLED_AT_ONCE, settleNotices } from './notice-changes.ts'
