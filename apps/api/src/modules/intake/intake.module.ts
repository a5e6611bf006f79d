import type { Module } from '../module.ts'
import { addIntakeFields } from './intake.fields.ts'
import { intakeRoutes } from './intake.routes.ts'

/** Public forms as anybody fills them in by a call, or by GraphQL. */
export const intakeModule: Module = {
  name: 'intake',
  tables: [],
  routes: intakeRoutes,
  fields: { intake: addIntakeFields },
}
