/** Counts the runs of automations. */
import type { RunState } from '@foyer/contracts/automations/states.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Figures, FiguresById } from './definitions/item.rules.ts'

interface Row {
  readonly id: string
  readonly counts: Figures['counts']
  readonly runId: string | null
  readonly at: Date | null
  readonly state: RunState | null
}

const DAY_MS = 86_400_000

interface Asked {
  readonly organizationId: string
  readonly now: Date
  /** An array of ids. Absent: all automations of the organization. */
  readonly among?: RawBuilder<readonly string[]>
}

export async function readFigures(tx: Tx, { organizationId, now, among }: Asked): Promise<FiguresById> {
  const [day, week] = [1, 7].map((days) => new Date(now.getTime() - days * DAY_MS))
  const own = sql`r.organization_id = a.organization_id and r.automation_id = a.id`
  const { rows } = await sql<Row>`
    select a.id, coalesce(recent.id, older.id) as "runId", coalesce(recent.at, older.started_at) as at,
      coalesce(recent.state, older.state) as state,
      json_build_object('day', recent.day, 'week', recent.week, 'failed', recent.failed, 'held', open.held,
        'waiting', open.waiting) as counts
    from automations as a
    cross join lateral (
      select count(*) filter (where r.state not in ('held', 'missed') and r.started_at > ${day}) as day,
        count(*) filter (where r.state not in ('held', 'missed')) as week, count(*) filter (where r.state = 'failed') as failed,
        max(r.started_at) as at, (array_agg(r.id order by r.started_at desc))[1] as id,
        (array_agg(r.state order by r.started_at desc))[1] as state
      from automation_runs as r where ${own} and r.started_at > ${week}
    ) as recent
    cross join lateral (
      select count(*) filter (where r.state = 'held') as held, count(*) filter (where r.state = 'waiting') as waiting
      from automation_runs as r where ${own} and r.state in ('waiting', 'held')
    ) as open
    left join lateral (
      select r.id, r.started_at, r.state from automation_runs as r
      where ${own} and recent.id is null and r.started_at <= ${week}
      -- not by the column alone: its index would be walked past the runs of all others
      order by r.started_at + interval '0' desc limit 1
    ) as older on true
    where a.organization_id = ${organizationId}
      and ${among === undefined ? sql`true` : sql`a.id = any(${among})`}`.execute(tx)
  return new Map(rows.map((row) => [row.id, figuresOf(row)]))
}

function figuresOf({ counts, runId, at, state }: Row): Figures {
  const lastRun = runId === null || at === null || state === null ? null : { runId, at: at.toISOString(), state }
  return { counts, lastRun }
}
