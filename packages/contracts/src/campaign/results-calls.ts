/** The calls that read what became of a campaign. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { ok, page } from '../reply.ts'
import { daysBetween } from '../time/calendar.rules.ts'
import { campaignIds, causeSchema, recipientEvent, recipientSchema } from './campaign.ts'
import { DASHBOARD_DAYS_MAX, FAILURE_REASON_MAX } from './limits.rules.ts'
import { sendStates } from './sends.rules.ts'
import { skipReasons } from './skip-reasons.rules.ts'

const { organizationId, nothing } = field
const params = z.strictObject({ id: field.id })
const count = z.int().nonnegative()

/** The event `sent` finds all that the carrier or the e-mail service took. */
const filter = {
  organizationId,
  state: z.enum(sendStates).optional(),
  reason: z.enum(skipReasons).optional(),
  event: recipientEvent.optional(),
  /** A cause, as `causes` of the campaign names it. */
  failureReason: field.text(FAILURE_REASON_MAX).optional(),
  step: field.wholeNumber(1, 10).optional(),
  search: field.text(100).trim().optional(),
}

export const campaignRecipients = call({
  method: 'GET',
  path: '/api/campaign/campaign/:id/recipients',
  access: 'member',
  says: 'Read the recipients of a campaign',
  summary:
    'The sends of a campaign in their order; those of a state, a reason, an event, a failure reason or a step, or by name or address.',
  params,
  query: z.strictObject({ ...filter, ...pageQuery({ limit: 50, max: 100 }) }),
  body: nothing,
  reply: page(recipientSchema),
  example: {
    params: { id: campaignIds.finished },
    query: { ...inClinic, state: 'failed', failureReason: 'The phone could not be reached.' },
  },
})

export const exportCampaignRecipients = call({
  method: 'GET',
  path: '/api/campaign/campaign/:id/recipients.csv',
  access: 'member',
  says: 'Exported the recipients of a campaign',
  summary: 'All sends of the filter as CSV.',
  params,
  query: z.strictObject(filter),
  body: nothing,
  reply: z.undefined(),
  example: { params: { id: campaignIds.finished }, query: { ...inClinic, event: 'replied' } },
})

const figures = {
  total: count,
  sent: count,
  delivered: count,
  failed: count,
  opened: count,
  clicked: count,
  replied: count,
  optedOut: count,
  skipped: count,
  unconfirmed: count,
  booked: count,
}

const dashboardSchema = z.object({
  ...figures,
  /** Every day of the range, oldest first. */
  series: z.array(z.object({ date: z.string(), sent: count, replied: count })),
  causes: z.array(causeSchema),
  /** The figures of as many days before the range. */
  previous: z.object(figures),
})
export type CampaignDashboard = z.infer<typeof dashboardSchema>

export const campaignDashboard = call({
  method: 'POST',
  path: '/api/campaign/dashboard/:id',
  access: 'member',
  says: 'Read the figures of a campaign',
  summary:
    "A campaign's figures in a range of the organization's days, both included. [ENTITY-18] [ENTITY-19] [CALL-CAMPAIGN-01] [OPEN-058]",
  params,
  query: nothing,
  body: z
    .strictObject({ organizationId, startDate: field.day, endDate: field.day })
    .refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'Must not be before startDate',
    })
    .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < DASHBOARD_DAYS_MAX, {
      path: ['endDate'],
      error: `At most ${DASHBOARD_DAYS_MAX} days`,
    }),
  reply: ok(dashboardSchema),
  example: {
    params: { id: campaignIds.finished },
    body: { ...inClinic, startDate: '2026-10-21', endDate: '2026-11-19' },
  },
})
