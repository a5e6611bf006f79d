import type { Module } from '../module.ts'
import { doctorRoutes } from './doctors.routes.ts'
import type { DoctorTables } from './doctors.tables.ts'

export const doctorsModule: Module = {
  name: 'doctors',
  tables: ['doctors'] satisfies (keyof DoctorTables)[],
  routes: doctorRoutes,
}
