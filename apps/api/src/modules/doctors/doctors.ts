/** The interface of this module for other modules. */
export { listActiveDoctors, readDoctor } from './doctors.store.ts'
export { listNamed } from './imported-doctors.store.ts'
export { haveDoctors } from './named-doctors.ts'
