/**
 * Finds out what became of changes without an answer: as wanted, or it is sent again for an hour. After that Google is only
 * looked at, until it says what it has.
 */
import { type Backoff, retryDelayMs } from '../../workers/backoff.rules.ts'
import { type ChangeRow, type DueChange, dueChanges, endChange, findChange } from './changes.store.ts'
import { isAsWanted, readListing, sendChange } from './changes.ts'
import { findConsent, noteConsentEnded } from './consents.ts'
import type { GoogleServices } from './google-answers.ts'
import { editsOf, takePace } from './pace.store.ts'

const GIVEN_UP_MS = 60 * 60_000
const RETRIES: Backoff = { firstMs: 2000, mostMs: 5 * 60_000 }
const NO_CONSENT_MS = 60 * 60_000

export interface ChangeServices extends GoogleServices {
  readonly worker: string
  readonly mayCall: () => boolean
}

export async function handleChange(parts: ChangeServices, due: DueChange): Promise<string> {
  const { database, clock, gateway, mayCall } = parts
  const { organizationId } = due
  const row = await database.read(organizationId, (tx) => findChange(tx, due), 'carrier')
  if (!row || row.due_at === null) return 'dropped'
  const consent = await findConsent(parts, organizationId)
  if (gateway === null || consent === null) return later(parts, due, row, NO_CONSENT_MS)
  const isOver = clock.now().getTime() - row.at.getTime() > GIVEN_UP_MS
  const current = await readListing(gateway, consent, row.location_id, row.kind)
  if (current.outcome === 'consent') await noteConsentEnded(parts, consent)
  if (current.outcome === 'absent') return end(parts, due, 'Google does not have this listing any more.')
  if (current.outcome !== 'ok') return later(parts, due, row)
  if (isAsWanted(row, current.value, row.wanted)) return end(parts, due, null)
  // The words that another wrote since are not overwritten unasked.
  if (!isAsWanted(row, current.value, row.before)) return end(parts, due, 'Another changed this meanwhile.')
  if (isOver) return end(parts, due, 'Google did not take it for an hour.')
  const waitMs = await database.systemStatement((queries) =>
    takePace(queries, organizationId, editsOf(row.location_id)),
  )
  if (waitMs !== null) return later(parts, due, row, waitMs)
  if (!mayCall()) return later(parts, due, row, 0)
  const sent = await sendChange(gateway, consent, row.location_id, row)
  if (sent.outcome === 'ok') return end(parts, due, null)
  if (sent.outcome === 'refused')
    return end(parts, due, sent.refusal.message || 'Google refused it.', sent.refusal.fields)
  return later(parts, due, row)
}

async function end(
  { database, clock }: ChangeServices,
  due: DueChange,
  problem: string | null,
  fields: readonly { field: string; message: string }[] = [],
): Promise<string> {
  const problems = fields.length > 0 ? [...fields] : problem === null ? [] : [{ field: '', message: problem }]
  const state = problem === null ? 'applied' : 'refused'
  await database.write(due.organizationId, (tx) => endChange(tx, due, { state, problems, at: clock.now() }), 'carrier')
  return state
}

async function later(
  { database, worker }: ChangeServices,
  due: DueChange,
  row: ChangeRow,
  delayMs?: number,
): Promise<string> {
  const set = { tries: row.tries + 1 }
  await database.systemStatement((queries) =>
    dueChanges.release(queries, due, { worker, delayMs: delayMs ?? retryDelayMs(RETRIES, row.tries + 1), set }),
  )
  return 'later'
}
