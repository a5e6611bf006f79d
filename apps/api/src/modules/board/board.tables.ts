import type { BoardDay } from '@foyer/contracts/board/board.ts'
import type { Json } from '../../db/columns.ts'

export interface BoardTables {
  board_days: BoardDayTable
}

declare module '../../db/schema.ts' {
  interface Schema extends BoardTables {}
}

interface BoardDayTable {
  organization_id: string
  day: string
  figures: Json<Omit<BoardDay, 'version'>>
  seq: number
  version: number
  next_start: Date | null
}
