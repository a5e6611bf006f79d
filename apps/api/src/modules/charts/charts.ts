/** The interface of this module for other modules. */
export { stagePatientEdit } from './patient-change.ts'
