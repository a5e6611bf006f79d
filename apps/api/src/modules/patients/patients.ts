/** The interface of this module for other modules. */
export { addPatient } from './patient-records.store.ts'
export {
  findOnlyOwnerOfEmail,
  findOwner,
  findOwners,
  hasEmail,
  lockOnlyOwner,
  lockOnlyOwners,
  lockOwner,
  lockPatients,
  readTimezone,
} from './patients.store.ts'
