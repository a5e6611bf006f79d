import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { faxRoutes } from './fax.routes.ts'
import type { FaxTables } from './fax.tables.ts'
import { startFaxWorker, startLeftoverWorker } from './fax-worker.ts'
import { deleteOldDays, deleteOldPreviews } from './previews.store.ts'
import { sendingRoutes } from './sending.routes.ts'
import { webhookRoutes } from './webhook.routes.ts'

const HOUR_MS = 3_600_000

const retention: RetentionStep = async ({ database, clock }) => {
  const now = clock.now().getTime()
  await database.system((tx) => deleteOldPreviews(tx, new Date(now - HOUR_MS)))
  await database.system((tx) => deleteOldDays(tx, new Date(now - 7 * 24 * HOUR_MS)))
}

/** Faxes that a clinic sends. */
export const faxModule: Module = {
  name: 'fax',
  tables: [
    'faxes',
    'fax_names',
    'fax_days',
    'fax_previews',
    'fax_pages',
    'fax_leftovers',
  ] satisfies (keyof FaxTables)[],
  routes: (parts) => [...faxRoutes(parts), ...sendingRoutes(parts), ...webhookRoutes(parts)],
  workers: (parts) => [startFaxWorker(parts), startLeftoverWorker(parts)],
  retention: [retention],
}
