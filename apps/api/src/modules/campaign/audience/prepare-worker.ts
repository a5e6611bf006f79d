import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import { type Backoff, retryDelayMs } from '../../../workers/backoff.rules.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startQueueWorker } from '../../../workers/queue-worker.ts'
import { rest } from '../../../workers/rest.ts'
import { beginPreparation, clearSome, NotAsFound, type Preparation, prepareChunk, type Step } from './prepare.ts'
import { LEASE_S, type Unprepared, unpreparedCampaigns } from './unprepared.store.ts'

/** The audiences that one process reads at the same time. */
const AT_ONCE = 2
const POLL_MS = 2000
/** The worker rests after each chunk for so many times what the chunk took, because people use the same processors. */
const REST_TIMES = 1.5
/** After this time the worker looks whether other campaigns wait. */
const TURN_MS = 10_000
const RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000 }

export function startPrepareWorker(parts: Services, { pollMs = POLL_MS }: { readonly pollMs?: number } = {}): Worker {
  return startQueueWorker<Unprepared>(parts, {
    name: 'the audience of a campaign',
    queue: unpreparedCampaigns,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    take: (due, held) => prepare({ parts, due, held }),
    giveBack: (queries, due, worker) =>
      unpreparedCampaigns.release(queries, due, { worker, delayMs: retryDelayMs(RETRIES, due.attempts) }),
    outcomes: { name: 'foyer_campaigns_prepared_total', help: 'Outcomes of turns of preparing campaigns' },
  })
}

async function prepare(step: Step): Promise<string> {
  const { held } = step
  const until = performance.now() + TURN_MS
  const isOver = () => held.stopping.aborted || performance.now() > until
  for (let left = await clearSome(step); left !== 'clean'; left = await clearSome(step)) {
    if (left === 'gone') return await leave(step)
    if (isOver()) return await giveTurn(step)
  }
  let preparation = await beginPreparation(step)
  if (preparation === null) return await leave(step)
  while (preparation !== null) {
    if (isOver()) return await giveTurn(step)
    const began = performance.now()
    const next = await tryChunk(step, preparation)
    if (next === 'begin') return await giveTurn(step)
    preparation = next
    if (preparation !== null) await rest(REST_TIMES * (performance.now() - began), held.stopping)
  }
  return 'prepared'
}

/** Another worker has the campaign, or a person changed it: the next turn reads it anew. */
async function tryChunk(step: Step, preparation: Preparation): Promise<Preparation | 'begin' | null> {
  try {
    return await prepareChunk(step, preparation)
  } catch (error) {
    if (error instanceof NotAsFound) return 'begin'
    throw error
  }
}

/** Somebody took it back, stopped it or deleted it. */
async function leave({ parts, due, held: { worker } }: Step): Promise<string> {
  const set = { preparing: sql<boolean>`preparing and deleted_at is null`, attempts: 0 }
  await parts.database.systemStatement((queries) => unpreparedCampaigns.release(queries, due, { worker, set }))
  return 'gone'
}

async function giveTurn({ parts, due, held: { worker } }: Step): Promise<string> {
  await parts.database.systemStatement((queries) =>
    unpreparedCampaigns.release(queries, due, { worker, delayMs: 0, set: { attempts: 0 } }),
  )
  return 'turned'
}
