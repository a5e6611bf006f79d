import type { Module } from '../module.ts'
import { auditRoutes } from './audit.routes.ts'
import type { AuditTables } from './audit.tables.ts'
import { startSealer } from './sealer.ts'
import { startAuditWatch } from './watch.ts'

export const auditModule: Module = {
  name: 'audit',
  tables: ['audit_log', 'audit_positions', 'audit_sealing', 'audit_seals'] satisfies (keyof AuditTables)[],
  routes: () => auditRoutes,
  workers: (parts) => [startSealer(parts), startAuditWatch(parts)],
}
