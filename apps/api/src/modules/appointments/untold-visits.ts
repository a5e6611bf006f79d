/**
 * Visits that an import adds without an event each. One event for all of them follows when the import has ended, and makes
 * screens read again. If the import was killed, a worker appends it.
 */
import { appointmentsReloaded } from '@foyer/contracts/appointments/events.ts'
import { patientsReloaded } from '@foyer/contracts/patients/events.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, causedBesides, newEvent } from '../../events/append.ts'
import type { NewCause } from '../../events/causes.ts'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'

/** Longer than the transaction of one chunk takes. Each chunk that is committed begins it anew. */
const GRACE_S = 60
const EVERY_MS = 30_000

/** In the transaction that adds visits of these days. */
export async function oweEvent(tx: Tx, organizationId: string, days: readonly string[]): Promise<void> {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  if (from === undefined || to === undefined) return
  await sql`
    insert into untold_visits as owed (organization_id, from_day, to_day, due_at)
    values (${organizationId}, ${from}, ${to}, now() + make_interval(secs => ${GRACE_S}))
    on conflict (organization_id) do update set from_day = least(owed.from_day, excluded.from_day),
      to_day = greatest(owed.to_day, excluded.to_day), due_at = excluded.due_at`.execute(tx)
}

interface Telling {
  readonly organizationId: string
  readonly now: Date
  readonly isDueOnly?: boolean
  /** What the visits caused, as far as it is known here. */
  readonly causes?: readonly NewCause[]
}

/** Tells of all visits that are owed, as the last step of its transaction. */
export async function tellOwed(
  tx: Tx,
  { organizationId, now, isDueOnly = false, causes = [] }: Telling,
): Promise<void> {
  const owed = await takeOwed(tx, { organizationId, isDueOnly })
  if (owed.length > 0) await appendEvents(tx, { organizationId, at: now }, [...owed, ...causedBesides(causes)])
}

/** The entries for the log about all visits that are owed, which the caller appends; none if nothing is owed. */
export async function takeOwed(
  tx: Tx,
  { organizationId, isDueOnly = false }: { organizationId: string; isDueOnly?: boolean },
): Promise<Change[]> {
  const isDue = isDueOnly ? sql`due_at <= now()` : sql`true`
  const { rows } = await sql<{ from: string; to: string }>`
    delete from untold_visits where organization_id = ${organizationId} and ${isDue}
    returning from_day as "from", to_day as "to"`.execute(tx)
  const [days] = rows
  if (!days) return []
  const visits = { organizationId, ...days, cause: 'import' as const }
  return [
    { record: () => newEvent(appointmentsReloaded, visits) },
    { record: () => newEvent(patientsReloaded, { organizationId, cause: 'import' }) },
  ]
}

/** Tells of the visits of imports that ended without doing so. */
export function startTellingOwed(parts: Pick<Services, 'database' | 'clock' | 'log'>, everyMs = EVERY_MS): Worker {
  const run = async (stopping: AbortSignal) => {
    const due = await parts.database.systemStatement((queries) =>
      queries
        .selectFrom('untold_visits')
        .select('organization_id as organizationId')
        .where('due_at', '<=', sql<Date>`now()`)
        .execute(),
    )
    for (const { organizationId } of due) {
      if (stopping.aborted) return
      await tellDue(parts, organizationId)
    }
  }
  return startEvery(parts, { name: 'the event of imported visits', everyMs, atStart: true, run })
}

/** Several processes do it at once: the one that deletes the row appends the event. */
function tellDue({ database, clock }: Pick<Services, 'database' | 'clock'>, organizationId: string): Promise<void> {
  return database.write(
    organizationId,
    (tx) => tellOwed(tx, { organizationId, now: clock.now(), isDueOnly: true }),
    'carrier',
  )
}
