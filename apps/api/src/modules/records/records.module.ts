import type { Module } from '../module.ts'
import { documentRoutes } from './documents.routes.ts'
import { insuranceTarget } from './insurance.target.ts'
import { recordRoutes } from './records.routes.ts'
import type { RecordTables } from './records.tables.ts'
import { referralsTarget } from './referrals.target.ts'

export const recordsModule: Module = {
  name: 'records',
  tables: ['insurance_providers', 'referrals', 'referral_documents'] satisfies (keyof RecordTables)[],
  routes: (parts) => [...recordRoutes(), ...documentRoutes(parts)],
  importTargets: [insuranceTarget, referralsTarget],
}
