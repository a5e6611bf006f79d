import { changeDesk, desks } from '@foyer/contracts/board/desk.ts'
import { readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { endOfBreak, press } from './desk.rules.ts'
import { changeDeskOf } from './desk-change.ts'
import { listDesks } from './shifts.store.ts'

export function shiftRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(desks, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listDesks(tx, { organizationId, now: clock.now() }),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(changeDesk, ({ body: { state, until }, organizationId, caller: { userId }, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const asked = { state, until: endOfBreak({ state, until }, now) }
        const { desk, position } = await changeDeskOf(tx, { organizationId, userId }, now, (before, moment) =>
          press(before, asked, moment),
        )
        return { code: 'ok' as const, data: desk, asOf: position.seq, epoch: position.epoch }
      }),
    ),
  ]
}
