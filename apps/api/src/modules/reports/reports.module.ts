import type { Module } from '../module.ts'
import { reportRoutes } from './reports.routes.ts'

export const reportsModule: Module = {
  name: 'reports',
  tables: [],
  pages: reportRoutes,
}
