import { board } from '@foyer/contracts/board/board.ts'
import { BOARD_ROWS_MAX, LATE_MINUTES, OVERDUE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readClinic } from '../organizations/organizations.ts'
import { listDesks } from '../shifts/shifts.ts'
import { countRelays, listBoardRows } from './board.store.ts'
import { readToday } from './board-day.ts'

const SETTINGS = { lateMinutes: LATE_MINUTES, overdueMinutes: OVERDUE_MINUTES }

export function boardRoutes({ clock, config, database }: Pick<Services, 'clock' | 'config' | 'database'>): Route[] {
  return [
    route(board, async ({ organizationId, read }) => {
      const found = await read(async (tx) => {
        const now = clock.now()
        const { name, timezone } = await readClinic(tx, organizationId)
        const [head, rows, desks, day] = await Promise.all([
          readHead(tx, organizationId),
          listBoardRows(tx, { organizationId, limit: BOARD_ROWS_MAX + 1 }),
          listDesks(tx, { organizationId, today: dayIn(now, timezone) }),
          readToday(tx, organizationId, now),
        ])
        return { head, rows, desks, day, organization: { name, timezone } }
      })
      const { head, rows, ...shown } = found
      const urls = config.relayUrls
      const upToDate = await database.systemStatement((queries) => countRelays(queries, { organizationId, urls }))
      const data = {
        ...{ rows: rows.slice(0, BOARD_ROWS_MAX), truncated: rows.length > BOARD_ROWS_MAX, ...shown },
        ...{ counts: head.counts, relays: { of: urls.length, upToDate }, settings: SETTINGS },
      }
      return { code: 'ok' as const, data, asOf: head.seq, epoch: head.epoch }
    }),
  ]
}
