import type { Module } from '../module.ts'
import { startPrepareWorker } from './audience/prepare-worker.ts'
import { addCampaignFields } from './campaign.fields.ts'
import { campaignRoutes } from './campaign.routes.ts'
import type { CampaignTables } from './campaign.tables.ts'
import { startCancelWorker } from './campaigns/cancel-worker.ts'
import { answerStep } from './sending/answer-step.ts'
import { followSends } from './sending/follow-sends.ts'
import { startSendWorker } from './sending/send-worker.ts'
import { startTellWorker } from './sending/tell-news.ts'
import { startRunWorker } from './templates/run-worker.ts'
import { retentionOfTests } from './test-days.store.ts'

/** Campaigns, their ledger of sends, and templates that run again. */
export const campaignModule: Module = {
  name: 'campaign',
  tables: [
    'campaigns',
    'campaign_sends',
    'campaign_news',
    'campaign_changes',
    'outreach_paces',
    'campaign_test_days',
    'notifier_templates',
  ] satisfies (keyof CampaignTables)[],
  routes: campaignRoutes,
  fields: { main: addCampaignFields },
  workers: (parts) => [
    startPrepareWorker(parts),
    startCancelWorker(parts),
    startRunWorker(parts),
    startSendWorker(parts),
    startTellWorker(parts),
  ],
  inboundSteps: [answerStep],
  sentSteps: followSends,
  retention: [retentionOfTests],
}
