/** The interface of this module for other modules. */
export { addPatient } from './patient-records.store.ts'
export { findOnlyOwner, findOnlyOwnerOfEmail, findOwner, findOwners, hasEmail, readTimezone } from './patients.store.ts'
