/** The interface of this module for other modules. */
export {
  editImported,
  type FoundPatient,
  findImported,
  type ImportedEdit,
  insertImported,
  type WantedPatient,
} from './imported-patients.store.ts'
export { patientEvents, stagePatientEvents } from './patient-events.ts'
export { readPatientRecords, recordOf, recordsFrom } from './patient-items.store.ts'
export {
  editPatient,
  insertPatient,
  listPatientsOfNumbers,
  lockPatientsOfNumber,
  type NewPatient,
  readPatientStates,
} from './patient-writes.store.ts'
export {
  findNumber,
  findOnlyOwnerOfEmail,
  findOwner,
  findOwners,
  hasEmail,
  isDeceased,
  isNumberOfDeceased,
  isToDeceased,
  listSharing,
  lockOnlyOwner,
  lockOnlyOwners,
  lockOwner,
  lockPatients,
  numberOfDeceased,
  readTimezone,
} from './patients.store.ts'
export { isToCome, VISIT_JSON, type VisitJson, visitOf } from './visit-shown.store.ts'
