import { deleteInChunks } from '../../db/delete-in-chunks.ts'
import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { noticeRoutes } from './notices.routes.ts'
import { deleteOldNotices } from './notices.store.ts'
import type { NoticeTables } from './notices.tables.ts'

const KEPT_MS = 90 * 86_400_000

const retention: RetentionStep = (parts) => {
  const before = new Date(parts.clock.now().getTime() - KEPT_MS)
  return deleteInChunks(parts, (tx, chunk) => deleteOldNotices(tx, before, chunk))
}

/** The module keeps the notices that each staff member reads under the bell. */
export const noticesModule: Module = {
  name: 'notices',
  tables: ['staff_notices'] satisfies (keyof NoticeTables)[],
  routes: noticeRoutes,
  retention: [retention],
}
