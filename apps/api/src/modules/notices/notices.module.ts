import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { noticeRoutes } from './notices.routes.ts'
import { deleteOldNotices } from './notices.store.ts'
import type { NoticeTables } from './notices.tables.ts'

const KEPT_MS = 90 * 86_400_000
/** The most rows that one statement deletes, so that other transactions do not wait long for its locks. */
const CHUNK = 2000

const retention: RetentionStep = async ({ database, clock }) => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  while ((await database.system((tx) => deleteOldNotices(tx, before, CHUNK))) === CHUNK);
}

/** The module keeps the notices that each staff member reads under the bell. */
export const noticesModule: Module = {
  name: 'notices',
  tables: ['staff_notices'] satisfies (keyof NoticeTables)[],
  routes: noticeRoutes,
  retention: [retention],
}
