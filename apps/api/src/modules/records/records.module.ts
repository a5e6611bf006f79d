import type { Module } from '../module.ts'
import { insuranceTarget } from './insurance.target.ts'
import type { RecordTables } from './records.tables.ts'
import { referralsTarget } from './referrals.target.ts'

export const recordsModule: Module = {
  name: 'records',
  tables: ['insurance_providers', 'referrals', 'referral_documents'] satisfies (keyof RecordTables)[],
  importTargets: [insuranceTarget, referralsTarget],
}
