import type { Module } from '../module.ts'
import type { OutreachTables } from './outreach.tables.ts'

/** Short links, consent to e-mail, and what patients did after a campaign. */
export const outreachModule: Module = {
  name: 'outreach',
  tables: [
    'short_links',
    'link_hits',
    'link_misses',
    'mail_consents',
    'campaign_marks',
  ] satisfies (keyof OutreachTables)[],
}
