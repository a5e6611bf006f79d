import { isDeepStrictEqual } from 'node:util'
import { type BoardDay, dayChanged } from '@foyer/contracts/board/board.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent, readHead } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { readClinic } from '../organizations/organizations.ts'
import { type CountedDay, countDay, findMoved, lockTold, readTold, saveTold } from './board-day.store.ts'

const EVERY_MS = 5000

type Parts = Pick<Services, 'database' | 'clock' | 'log'>

/** The figures of today, as of the transaction's head. */
async function countToday(tx: Tx, organizationId: string, now: Date): Promise<CountedDay> {
  const { timezone } = await readClinic(tx, organizationId)
  const day = dayIn(now, timezone)
  return countDay(tx, { organizationId, day, now, ...boundsOfDay(day, timezone) })
}

/** The figures that the events told of; they are counted if none did today. */
export async function readToday(tx: Tx, organizationId: string, now: Date): Promise<BoardDay> {
  const [{ timezone }, told] = await Promise.all([readClinic(tx, organizationId), readTold(tx, organizationId)])
  if (told?.figures.day === dayIn(now, timezone)) return { ...told.figures, version: told.version }
  const { figures } = await countToday(tx, organizationId, now)
  return { ...figures, version: told?.version ?? 0 }
}

export function startBoardDays(parts: Services): Worker {
  const run = (stopping: AbortSignal) => tellDays(parts, stopping)
  return startEvery(parts, { name: 'the figures of the wallboard', everyMs: EVERY_MS, run })
}

/**
 * Counts the day of each organization whose log moved, and tells figures that differ. One that fails leaves the others to be
 * told, and is counted again by the next pass. Returns how many were told.
 */
export async function tellDays({ database, clock, log }: Parts, stopping?: AbortSignal): Promise<number> {
  const now = clock.now()
  let told = 0
  for (const organizationId of await database.systemStatement((queries) => findMoved(queries, now))) {
    if (stopping?.aborted) return told
    try {
      if (await database.write(organizationId, (tx) => tellDay(tx, organizationId, now), 'bulk')) told += 1
    } catch (err) {
      log.warn({ err, organizationId }, 'the figures of a day were not counted; they are counted again')
    }
  }
  return told
}

/** One of two processes counts; the other leaves it to the first. */
async function tellDay(tx: Tx, organizationId: string, now: Date): Promise<boolean> {
  const before = await lockTold(tx, organizationId)
  if (before === 'taken') return false
  const { seq } = await readHead(tx, organizationId)
  const { figures, nextStart } = await countToday(tx, organizationId, now)
  if (before && isDeepStrictEqual(before.figures, figures)) {
    await saveTold(tx, organizationId, { ...before, seq, nextStart })
    return false
  }
  await appendEvents(tx, { organizationId, at: now }, [
    {
      async record({ seq: version }) {
        // Changes that came while it counted are before its event, so the next pass counts again.
        const isAlone = version === seq + 1
        await saveTold(tx, organizationId, { figures, version, seq: isAlone ? version : seq, nextStart })
        return newEvent(dayChanged, { ...figures, version })
      },
    },
  ])
  return true
}
