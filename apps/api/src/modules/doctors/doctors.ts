/** The interface of this module for other modules. */
export { listActiveDoctors, readDoctor } from './doctors.store.ts'
