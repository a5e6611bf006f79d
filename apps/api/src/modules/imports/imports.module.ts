import type { Module } from '../module.ts'
import { readExcelRoutes } from './read-excel.routes.ts'

export const importsModule: Module = {
  name: 'imports',
  tables: [],
  routes: readExcelRoutes,
}
