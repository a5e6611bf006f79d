import type { Module } from '../module.ts'
import type { OutboundTables } from './outbound.tables.ts'

export const outboundModule: Module = {
  name: 'outbound',
  tables: ['outbound_texts', 'text_days', 'text_number_days'] satisfies (keyof OutboundTables)[],
}
