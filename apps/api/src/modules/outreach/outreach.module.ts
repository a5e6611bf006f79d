import { Router } from 'express'
import type { Module } from '../module.ts'
import { linkPage, linkRetention } from './link-page.ts'
import { outreachRoutes } from './outreach.routes.ts'
import type { OutreachTables } from './outreach.tables.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

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
  routes: (parts) => outreachRoutes(parts),
  pages: (parts) => Router().use(linkPage(parts)).use(unsubscribePage(parts)),
  retention: [linkRetention],
}
