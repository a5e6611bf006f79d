/** Old events go, and with them keys, revocations and steps back that can no longer matter. In small bites: nobody waits for it. */
import type { Foundation } from '../parts.ts'
import { deleteOldEvents, listOrganizationIds } from './events.store.ts'
import { deleteOldKeys } from './keys.store.ts'
import { deleteOldRevocations } from './revocations.store.ts'
import { deleteOldUndo } from './undo.store.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
const CHUNK = 2000
const KEYS_KEPT_DAYS = 7
const REVOCATIONS_KEPT_DAYS = 7
const UNDO_KEPT_MS = 3_600_000

export async function enforceRetention(parts: Pick<Foundation, 'config' | 'database' | 'clock'>): Promise<void> {
  const { config, database, clock } = parts
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const { days, events: keep } = config.retention
  for (const organizationId of await database.system(listOrganizationIds)) {
    const bite = () =>
      database.system((tx) => deleteOldEvents(tx, organizationId, { before: daysAgo(days), keep, chunk: CHUNK }))
    while ((await bite()) === CHUNK);
  }
  await database.system((tx) => deleteOldKeys(tx, daysAgo(KEYS_KEPT_DAYS)))
  await database.system((tx) => deleteOldRevocations(tx, daysAgo(REVOCATIONS_KEPT_DAYS)))
  await database.system((tx) => deleteOldUndo(tx, new Date(clock.now().getTime() - UNDO_KEPT_MS)))
}

export function startRetention(parts: Pick<Foundation, 'config' | 'database' | 'clock' | 'log'>): {
  stop(): Promise<void>
} {
  let running = Promise.resolve()
  const run = () => {
    running = enforceRetention(parts).catch((err: unknown) => parts.log.warn({ err }, 'retention broke off'))
  }
  const timer = setInterval(run, EVERY_MS)
  run()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
