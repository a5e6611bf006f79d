/** Workers that begin and end shifts. Each change is made under the desk's lock, so any number of processes may run them. */
import type { Services } from '../../services.ts'
import { type DueOptions, startDueWorker } from '../../workers/due-worker.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { beginDay, leave, lookAfter } from './desk.rules.ts'
import { changeDeskOf } from './desk-change.ts'
import { type DeskKey, dueDesks, findBeginners, findSignedOut, lastUseOf } from './shifts.store.ts'

const EVERY_MS = 15_000
/** An input and a call of the organization are fresh for so long; a session's use is stored at most once a minute. */
const FRESH_MS = 150_000

type Parts = Pick<Services, 'database' | 'clock' | 'log'>

/** Ends breaks that are over, and shifts without input. */
export function startDueDesks(parts: Services, options?: DueOptions): Worker {
  const { database, clock } = parts
  return startDueWorker<DeskKey>(
    parts,
    {
      name: 'the desk of a staff member',
      queue: dueDesks,
      async take(key) {
        const lastUse = await database.systemStatement((queries) => lastUseOf(queries, key.userId))
        const { isChanged } = await database.write(key.organizationId, (tx) =>
          changeDeskOf(tx, key, clock.now(), (desk, moment) =>
            desk.state === 'off' ? undefined : lookAfter(desk, { ...moment, lastUse }),
          ),
        )
        return isChanged ? 'changed' : 'left'
      },
    },
    options,
  )
}

/** Begins shifts by the first input of the day, and ends those of staff who signed out. */
export function startShifts(parts: Services): Worker {
  return startEvery(parts, { name: 'the shifts', everyMs: EVERY_MS, run: (stopping) => passShifts(parts, stopping) })
}

/** One desk that fails leaves the others to be changed; the next pass takes it again. Returns how many desks changed. */
export async function passShifts({ database, clock, log }: Parts, stopping?: AbortSignal): Promise<number> {
  const now = clock.now()
  const beginners = await database.systemStatement((queries) => findBeginners(queries, { now, within: FRESH_MS }))
  const leavers = await database.systemStatement((queries) => findSignedOut(queries, now))
  const changes = [
    ...beginners.map((key) => ({ key, rule: beginDay })),
    ...leavers.map(({ signedOutAt, ...key }) => ({ key, rule: leave(signedOutAt) })),
  ]
  let changed = 0
  for (const { key, rule } of changes) {
    if (stopping?.aborted) return changed
    try {
      const { isChanged } = await database.write(key.organizationId, (tx) => changeDeskOf(tx, key, now, rule))
      if (isChanged) changed += 1
    } catch (err) {
      log.warn({ err, ...key }, 'a shift was neither begun nor ended; it is looked at again')
    }
  }
  return changed
}
