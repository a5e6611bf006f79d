/** The events that tell of campaigns and templates. */
import { event } from '../event.ts'
import { campaignExample, campaignSchema } from './campaign.ts'
import { notifierTemplateSchema, templateExample } from './template.ts'

/** A campaign is new or changed, or it went on: at each change of status, at most once a second while it sends, and at rest. */
export const campaignProgress = event({
  type: 'campaign.progress',
  data: campaignSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: campaignExample,
})

/** A template is new, changed or deleted, or it ran. */
export const templateChanged = event({
  type: 'template.changed',
  data: notifierTemplateSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: templateExample,
})
