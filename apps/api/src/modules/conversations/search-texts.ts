/**
 * Rewrites the search texts that a program of before has stored, in transactions of a few hundred rows, so that no writer
 * waits long. Such a program may still run during a roll-out; the next run then finds its rows.
 */
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { foldSearchTexts, unfoldedOrganizations } from './search-texts.store.ts'

const EVERY_MS = 60 * 60 * 1000
const ROWS = 500

type SearchTextServices = Pick<Services, 'database' | 'log'>

export async function refoldSearchTexts({ database }: SearchTextServices, stopping?: AbortSignal): Promise<void> {
  for (const organizationId of await database.systemStatement(unfoldedOrganizations)) {
    let folded = ROWS
    while (folded === ROWS && !stopping?.aborted)
      folded = await database.write(organizationId, (tx) => foldSearchTexts(tx, organizationId, ROWS))
  }
}

export function startSearchTexts(parts: SearchTextServices): Worker {
  const run = (stopping: AbortSignal) => refoldSearchTexts(parts, stopping)
  return startEvery(parts, { name: 'the rewriting of search texts', everyMs: EVERY_MS, atStart: true, run })
}
