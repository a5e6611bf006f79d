/** The interface of this module for other modules. */
export { findDocument } from './documents.store.ts'
export { removeDocument } from './referral-change.ts'
