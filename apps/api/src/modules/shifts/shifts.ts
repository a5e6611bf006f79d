/** The interface of this module for other modules. */
export { listDesks } from './shifts.store.ts'
