import type { Module } from '../module.ts'
import type { ConsentTables } from './consent.tables.ts'

export const consentModule: Module = {
  name: 'consent',
  tables: ['consents', 'blocked_numbers', 'consent_changes'] satisfies (keyof ConsentTables)[],
}
