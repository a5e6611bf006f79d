import type { Module } from '../module.ts'

/** The charts of patients: finding, reading and changing their records. It stands above the modules whose facts a chart shows. */
export const chartsModule: Module = {
  name: 'charts',
  tables: [],
}
