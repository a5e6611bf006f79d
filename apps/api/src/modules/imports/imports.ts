/** The public interface of the imports module. */
export { patientsOfImport } from './patients-of-import.store.ts'
