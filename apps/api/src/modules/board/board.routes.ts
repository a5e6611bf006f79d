import { BOARD_ROWS_MAX, LATE_MINUTES, OVERDUE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import { board } from '@foyer/contracts/board/board.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readClinic } from '../organizations/organizations.ts'
import { listDesks } from '../shifts/shifts.ts'
import { countRelays, listBoardRows } from './board.store.ts'
import { readToday } from './board-day.ts'

const SETTINGS = { lateMinutes: LATE_MINUTES, overdueMinutes: OVERDUE_MINUTES }

export function boardRoutes({ clock, config: { relayUrls } }: Pick<Services, 'clock' | 'config'>): Route[] {
  return [
    route(board, ({ organizationId, read }) =>
      read(async (tx) => {
        const now = clock.now()
        const [{ name, timezone }, head, rows, desks, day, upToDate] = await Promise.all([
          readClinic(tx, organizationId),
          readHead(tx, organizationId),
          listBoardRows(tx, { organizationId, limit: BOARD_ROWS_MAX + 1 }),
          listDesks(tx, { organizationId, now }),
          readToday(tx, organizationId, now),
          countRelays(tx, relayUrls),
        ])
        const data = {
          ...{ rows: rows.slice(0, BOARD_ROWS_MAX), truncated: rows.length > BOARD_ROWS_MAX, desks, day },
          ...{ counts: head.counts, relays: { of: relayUrls.length, upToDate }, settings: SETTINGS },
          organization: { name, timezone },
        }
        return { code: 'ok' as const, data, asOf: head.seq, epoch: head.epoch }
      }),
    ),
  ]
}
