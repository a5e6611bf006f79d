/** What other modules use of patients. */
export { addPatient } from './patient-records.store.ts'
export { findOnlyOwner, findOnlyOwnerOfEmail, findOwner, findOwners, hasEmail, readTimezone } from './patients.store.ts'
