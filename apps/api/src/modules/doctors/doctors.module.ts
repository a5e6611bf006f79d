import type { Module } from '../module.ts'
import { addDoctorFields } from './doctors.fields.ts'
import { doctorRoutes } from './doctors.routes.ts'
import type { DoctorTables } from './doctors.tables.ts'
import { pictureRoutes } from './pictures.routes.ts'
import { providersTarget } from './providers.target.ts'
import { doctorRetention } from './retention.ts'

export const doctorsModule: Module = {
  name: 'doctors',
  tables: ['doctors', 'departments', 'doctor_pictures', 'doctor_undo'] satisfies (keyof DoctorTables)[],
  routes: (parts) => [...doctorRoutes(parts), ...pictureRoutes(parts)],
  fields: { main: addDoctorFields },
  retention: [doctorRetention],
  importTargets: [providersTarget],
}
