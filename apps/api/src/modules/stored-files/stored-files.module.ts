import type { Module } from '../module.ts'
import { storedFileRoutes } from './stored-files.routes.ts'
import type { StoredFileTables } from './stored-files.tables.ts'

export const storedFilesModule: Module = {
  name: 'stored-files',
  tables: ['stored_files'] satisfies (keyof StoredFileTables)[],
  routes: storedFileRoutes,
}
