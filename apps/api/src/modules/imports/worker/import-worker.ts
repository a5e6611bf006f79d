/** The worker of imports: it takes each from step to step until it waits for a person, or has ended. */
import type { Services } from '../../../services.ts'
import { type Backoff, retryDelayMs } from '../../../workers/backoff.rules.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startQueueWorker } from '../../../workers/queue-worker.ts'
import { rest } from '../../../workers/rest.ts'
import type { Seams } from '../../module.ts'
import { beginTurn, type DueImport, dueImports, type KeptImport } from '../imports.store.ts'
import { checkRows } from './checking.ts'
import { clear } from './clearing.ts'
import { giveUp } from './give-up.ts'
import { importRows, NotNext } from './importing.ts'
import { readFile } from './reading.ts'
import { findHeld, LEASE_S, NotHeld, type Step } from './worked-on.ts'

const AT_ONCE = 4
const POLL_MS = 2000
const RENEW_EVERY_MS = 5000
/** The worker rests after each step for so many times what the step took, because people use the same processors. */
const REST_TIMES = 1.5
/** After this time the worker looks whether other imports wait. */
const TURN_MS = 10_000
const RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000 }
/** So many tries in a row without any progress end the work, or are told of where the worker goes on trying. */
const TRIES_MAX = 10

export function startImportWorker(
  parts: Services & Pick<Seams, 'importTargets' | 'optOutSteps'>,
  {
    pollMs = POLL_MS,
    renewEveryMs = RENEW_EVERY_MS,
    restTimes = REST_TIMES,
  }: { readonly pollMs?: number; readonly renewEveryMs?: number; readonly restTimes?: number } = {},
): Worker {
  return startQueueWorker<DueImport>(parts, {
    name: 'an import',
    queue: dueImports,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (due, held) => workOn({ parts, due, held, turn: parts.newId(), renewEveryMs }, restTimes),
    giveBack: (queries, due, worker) =>
      dueImports.release(queries, due, { worker, delayMs: retryDelayMs(RETRIES, due.attempts) }),
    outcomes: { name: 'foyer_imports_worked_on_total', help: 'Outcomes of turns of work on imports' },
  })
}

type Outcome = 'ended' | 'turned' | 'stopped' | 'gave_up'

async function workOn(step: Step, restTimes: number): Promise<Outcome> {
  const { parts, due, held } = step
  await parts.database.systemStatement((queries) => beginTurn(queries, due, { worker: held.worker, turn: step.turn }))
  const until = performance.now() + TURN_MS
  const tried: Tried = { through: 0 }
  let isToGiveUp = due.attempts > TRIES_MAX
  for (;;) {
    const found = await findHeld(step)
    // A state that nobody works on ends the lease; and another turn of work may have it by now.
    if (!found) return 'ended'
    // The worker tries to delete a file until it is deleted.
    if (isToGiveUp && !found.isToClear) {
      if (await giveUp(step)) return await turn(step, 'gave_up')
      isToGiveUp = false
      continue
    }
    if (held.stopping.aborted) return await turn(step, 'stopped')
    if (performance.now() > until) return await turn(step, 'turned')
    const began = performance.now()
    if (!(await work(step, found, tried))) return await turn(step, 'turned')
    await rest(restTimes * (performance.now() - began), held.stopping)
  }
}

/** How far a turn has imported rows. */
interface Tried {
  through: number
}

/** One step; false if the import waits for its turn among those of its organization. */
async function work(step: Step, found: KeptImport, tried: Tried): Promise<boolean> {
  try {
    if (found.isToClear) await clear(step, found)
    else if (found.state === 'reading') await readFile(step, found)
    else if (found.state === 'checking') await checkRows(step, found)
    else if (found.state === 'importing') tried.through = await importRows(step, tried.through)
    return true
  } catch (error) {
    // The next look tells whether another worker has it, or a person has changed it.
    if (error instanceof NotHeld) return true
    if (error instanceof NotNext) return false
    throw error
  }
}

/** Gives the lease back, so that the worker takes the import that has waited longest. */
async function turn({ parts, due, held }: Step, outcome: Outcome): Promise<Outcome> {
  const { worker } = held
  await parts.database.systemStatement((queries) =>
    dueImports.release(queries, due, { worker, delayMs: 0, set: { attempts: 0 } }),
  )
  return outcome
}
