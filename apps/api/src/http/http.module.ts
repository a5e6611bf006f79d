import type { Module } from '../modules/module.ts'
import type { HttpTables } from './http.tables.ts'
import { deleteOldKeys } from './idempotency.store.ts'

const DAY_MS = 86_400_000
const KEYS_KEPT_DAYS = 7

export const httpModule: Module = {
  name: 'http',
  tables: ['idempotency_keys'] satisfies (keyof HttpTables)[],
  retention: [
    ({ database, clock }) => {
      const before = new Date(clock.now().getTime() - KEYS_KEPT_DAYS * DAY_MS)
      return database.system((tx) => deleteOldKeys(tx, before))
    },
  ],
}
