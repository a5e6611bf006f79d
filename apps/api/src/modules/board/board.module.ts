import type { Module } from '../module.ts'
import { boardRoutes } from './board.routes.ts'
import type { BoardTables } from './board.tables.ts'
import { startBoardDays } from './board-day.ts'

/** The wallboard: its snapshot, and the figures of the day. */
export const boardModule: Module = {
  name: 'board',
  tables: ['board_days'] satisfies (keyof BoardTables)[],
  routes: boardRoutes,
  workers: (parts) => [startBoardDays(parts)],
}
