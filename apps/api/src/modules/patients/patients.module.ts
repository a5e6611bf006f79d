import type { Module } from '../module.ts'
import { patientRoutes } from './patients.routes.ts'
import type { PatientTables } from './patients.tables.ts'

export const patientsModule: Module = {
  name: 'patients',
  tables: ['patients'] satisfies (keyof PatientTables)[],
  routes: patientRoutes,
}
