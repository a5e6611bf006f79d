/** Runs that staff end, or let go on. */
import { automationRunChanged } from '@foyer/contracts/automations/events.ts'
import type { RunState, RunWord } from '@foyer/contracts/automations/states.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../../../db/transaction.ts'
import type { Tx } from '../../../../db/tx.ts'
import { wake } from '../../../../db/wakes.ts'
import { type ChangeSet, newEvent } from '../../../../events/append.ts'
import { readRuns } from '../runs.store.ts'

export interface LockedRun {
  readonly id: string
  readonly state: RunState
}

/** The run, locked until the transaction ends. */
export async function lockRun(tx: Tx, organizationId: string, runId: string): Promise<LockedRun | undefined> {
  return tx
    .selectFrom('automation_runs')
    .select(['id', 'state'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
}

/** The oldest held runs of an automation, locked until the transaction ends. */
export async function lockHeldRuns(
  tx: Tx,
  organizationId: string,
  { automationId, limit }: { readonly automationId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('automation_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('automation_id', '=', automationId)
    .where('state', '=', 'held')
    .orderBy('started_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

interface Decided {
  readonly organizationId: string
  readonly at: Date
  /** `waiting`: they are due at once, and judged anew before they begin. */
  readonly state: 'stopped' | 'waiting'
  readonly reason: RunWord | null
}

/** Stages what becomes of locked runs, with an event each. */
export function stageDecided(
  tx: Tx,
  ids: readonly string[],
  { organizationId, at, state, reason }: Decided,
): ChangeSet {
  const isEnd = state === 'stopped'
  return {
    moved: ids.map(() => undefined),
    async recordAll(positions) {
      const versions = positions.map(({ seq }) => seq)
      sendUnawaited(tx, {
        compile: () =>
          sql`
            update automation_runs as r set state = ${state}, reason = ${reason}, version = told.version,
              ended_at = ${isEnd ? at : null}, due_at = ${isEnd ? null : at}, turn = greatest(r.turn, 1),
              leased_by = null, leased_until = null, attempts = 0
            from unnest(${[...ids]}::text[], ${versions}::bigint[]) as told (id, version)
            where r.organization_id = ${organizationId} and r.id = told.id`.compile(tx),
      })
      if (!isEnd) wake(tx, 'automation-runs', organizationId)
      const where = sql`r.id = any(${[...ids]}::text[])`
      const items = await readRuns(tx, organizationId, { where, at, limit: ids.length })
      return ids.map((id) => {
        const item = items.find(({ _id }) => _id === id)
        if (!item) throw new Error('A run that was decided on is missing.')
        return newEvent(automationRunChanged, item)
      })
    },
  }
}
