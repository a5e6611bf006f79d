import type { Module } from '../module.ts'
import { wellnessRoutes } from './awv/wellness.routes.ts'
import type { ImportTables } from './imports.tables.ts'
import { listRoutes } from './list.routes.ts'
import { mendRoutes } from './mend.routes.ts'
import { readExcelRoutes } from './read-excel.routes.ts'
import { refusedRoutes } from './refused.routes.ts'
import { retentionOfImports } from './retention.ts'
import { assertTargets } from './sheet-of.ts'
import { stepRoutes } from './steps.routes.ts'
import { uploadRoutes } from './upload.routes.ts'
import { startImportWorker } from './worker/import-worker.ts'

/** Spreadsheets that are brought in. */
export const importsModule: Module = {
  name: 'imports',
  tables: ['imports', 'import_rows', 'import_keys', 'import_mappings'] satisfies (keyof ImportTables)[],
  routes(parts, stopping) {
    assertTargets(parts.importTargets)
    return [
      ...readExcelRoutes(parts),
      ...uploadRoutes(parts, stopping),
      ...listRoutes,
      ...stepRoutes(parts),
      ...mendRoutes(parts),
      ...refusedRoutes,
      ...wellnessRoutes(parts),
    ]
  },
  workers: (parts) => [startImportWorker(parts)],
  retention: [retentionOfImports],
}
