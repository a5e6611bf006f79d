/** The public interface of the imports module. */
export { hasLostRows, patientsOfImport } from './patients-of-import.store.ts'
