import type { Module } from '../module.ts'
import { belongingRoutes } from './belongings.routes.ts'
import { childrenRoutes } from './children/children.routes.ts'
import { addPatientFields } from './children/patients.fields.ts'
import { consentRoutes } from './consent.routes.ts'
import { chartFileRoutes } from './files.routes.ts'
import { importAndAssignRoutes } from './import-and-assign.routes.ts'
import { appointmentsTarget } from './imports/appointments.target.ts'
import { demographicsTarget } from './imports/demographics.target.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { recordRoutes } from './records.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { timelineRoutes } from './timeline/timeline.routes.ts'

/** The charts of patients: finding, reading and changing their records. It stands above the modules whose facts a chart shows. */
export const chartsModule: Module = {
  name: 'charts',
  tables: [],
  routes: (parts) => [
    ...searchRoutes(parts),
    ...recordRoutes(parts),
    ...importAndAssignRoutes(parts),
    ...belongingRoutes(parts),
    ...chartFileRoutes(parts),
    ...consentRoutes(parts),
    ...timelineRoutes(),
    ...notificationRoutes(),
    ...childrenRoutes(),
  ],
  fields: { main: addPatientFields },
  importTargets: [demographicsTarget, appointmentsTarget],
}
