import type { Module } from '../module.ts'
import type { ImportTables } from './imports.tables.ts'
import { readExcelRoutes } from './read-excel.routes.ts'
import { uploadRoutes } from './upload.routes.ts'
import { startImportWorker } from './work/import-worker.ts'

/** Spreadsheets that are brought in. */
export const importsModule: Module = {
  name: 'imports',
  tables: ['imports', 'import_rows', 'import_keys', 'import_mappings'] satisfies (keyof ImportTables)[],
  routes: (parts, stopping) => [...readExcelRoutes(parts), ...uploadRoutes(parts, stopping)],
  workers: (parts) => [startImportWorker(parts)],
}
