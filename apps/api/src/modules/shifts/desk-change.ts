import { type Desk, deskChanged } from '@foyer/contracts/board/desk.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type LogPosition, newEvent } from '../../events/append.ts'
import { readClinic } from '../organizations/organizations.ts'
import { type DeskRow, isSame, type NextDesk } from './desk.rules.ts'
import { type DeskKey, lockDesk, readDesk, saveDesk, saveNextLook } from './shifts.store.ts'

type Rule = (desk: DeskRow, moment: { readonly now: Date; readonly today: string }) => NextDesk | undefined

interface Changed {
  readonly position: LogPosition
  readonly desk: Desk
  readonly isChanged: boolean
}

/** Applies a rule to a locked desk, and tells of another state. Of two workers with the same rule the second changes nothing. */
export async function changeDeskOf(tx: Tx, key: DeskKey, now: Date, rule: Rule): Promise<Changed> {
  const { organizationId } = key
  const log = { organizationId, at: now }
  const { timezone } = await readClinic(tx, organizationId)
  const before = await lockDesk(tx, key, now)
  const next = rule(before, { now, today: dayIn(now, timezone) })
  if (next === undefined || isSame(before, next)) {
    if (next !== undefined) await saveNextLook(tx, key, next.dueAt)
    const desk = await readDesk(tx, key)
    return { desk, position: await appendEvents(tx, log, []), isChanged: false }
  }
  let desk: Desk | undefined
  const position = await appendEvents(tx, log, [
    {
      async record({ seq }) {
        desk = await saveDesk(tx, key, next, seq)
        return newEvent(deskChanged, desk)
      },
    },
  ])
  if (!desk) throw new Error('A change of a desk was not appended.')
  return { desk, position, isChanged: true }
}
