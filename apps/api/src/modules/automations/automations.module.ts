import type { Module } from '../module.ts'
import { addAutomationFields } from './automations.fields.ts'
import type { DefinitionTables } from './definitions/definitions.tables.ts'
import { publishRoutes } from './definitions/publish.routes.ts'
import { readRoutes } from './definitions/read.routes.ts'
import { writeRoutes } from './definitions/write.routes.ts'
import { forecastRoutes } from './engine/calls/forecast.routes.ts'
import { releaseRoutes } from './engine/calls/release.routes.ts'
import { runRoutes } from './engine/calls/runs.routes.ts'
import { tryRoutes } from './engine/calls/try.routes.ts'
import { startClock } from './engine/clock.ts'
import type { EngineTables } from './engine/engine.tables.ts'
import { startEngine } from './engine/engine.ts'
import { retentionOfRuns } from './engine/retention.ts'
import { startWaitsWorker } from './engine/waits.ts'

/** Rules that staff write: when something happens, for some patients, something is done. */
export const automationsModule: Module = {
  name: 'automations',
  tables: [
    'automations',
    'automation_versions',
    'automation_spans',
    'automation_runs',
    'automation_cursors',
    'automation_clocks',
    'automation_settings',
    'automation_numbers',
  ] satisfies (keyof (DefinitionTables & EngineTables))[],
  workers: (parts) => [startEngine(parts), startWaitsWorker(parts), startClock(parts)],
  fields: { main: addAutomationFields },
  routes: (services) => [
    ...readRoutes(services),
    ...writeRoutes(services),
    ...publishRoutes(services),
    ...runRoutes(services),
    ...releaseRoutes(services),
    ...tryRoutes(services),
    ...forecastRoutes(services),
  ],
  retention: retentionOfRuns,
}
