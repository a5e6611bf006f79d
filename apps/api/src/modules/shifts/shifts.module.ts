import type { Module } from '../module.ts'
import { startDueDesks, startShifts } from './shift-workers.ts'
import { shiftRoutes } from './shifts.routes.ts'
import type { ShiftTables } from './shifts.tables.ts'

/** Holds who of the staff is on shift, and what they do. */
export const shiftsModule: Module = {
  name: 'shifts',
  tables: ['desks'] satisfies (keyof ShiftTables)[],
  routes: shiftRoutes,
  workers: (parts) => [startDueDesks(parts), startShifts(parts)],
}
