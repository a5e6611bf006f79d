import type { Module } from '../module.ts'
import { consentStep } from './consent-step.ts'
import { startOutbound } from './outbound-worker.ts'
import { startReconciliation } from './reconciliation/reconciliation.ts'
import type { TextingTables } from './texting.tables.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export const textingModule: Module = {
  name: 'texting',
  tables: ['reconciliation_runs'] satisfies (keyof TextingTables)[],
  routes: webhookRoutes,
  inboundSteps: [consentStep],
  workers: (parts) => [startOutbound(parts), startReconciliation(parts)],
}
