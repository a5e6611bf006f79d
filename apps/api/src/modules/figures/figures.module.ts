import type { Module } from '../module.ts'
import type { FigureTables } from './figures.tables.ts'

/** Counts what happened in a clinic, from declarations of its rows. */
export const figuresModule: Module = {
  name: 'figures',
  tables: ['service_requests'] satisfies (keyof FigureTables)[],
}
