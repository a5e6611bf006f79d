/** The calls that read and save the inbox setting, with the time zone of its hours. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import { nothing, organizationId } from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { inboxSetting } from './inbox-setting.ts'

const { shape } = inboxSetting.schema
const { helpMessage: _, ...asStored } = shape

/** How often the setting was saved. A save names the version that its screen shows. */
const version = z.int32().nonnegative()

const settingsSchema = z.object({
  ...asStored,
  version,
  /** An IANA name; belongs to the organization, and these calls do not change it. */
  timezone: z.string(),
  /** The reply to HELP. */
  helpMessage: z.string(),
})
export type InboxSettings = z.infer<typeof settingsSchema>

export const inboxSettings = call({
  method: 'GET',
  path: '/api/inbox/settings',
  access: inboxSetting.read,
  says: 'Read the settings of the inbox',
  summary: 'Business hours, quiet hours and automatic texts; what holds where nothing was set.',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(settingsSchema),
  example: { query: inClinic },
})

export const saveInboxSettings = call({
  method: 'POST',
  path: '/api/inbox/settings',
  access: inboxSetting.write,
  says: 'Changed the settings of the inbox',
  summary:
    'Sets them, all at once; a helpMessage of null is the default one. Refused as `stale`, with the current settings, if somebody saved after `version`.',
  failure: 'Failed to save settings',
  query: nothing,
  body: z.strictObject({ organizationId, version, ...shape }),
  reply: ok(settingsSchema),
  example: {
    body: {
      ...inClinic,
      version: 0,
      businessHours: {
        week: {
          monday: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:30' },
          ],
          ...{ tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
        },
        closedDays: ['2026-12-25'],
      },
      afterHours: { enabled: false, message: 'We are closed.' },
      quietHours: { from: '20:00', to: '09:00' },
      helpMessage: 'Call us.',
    },
  },
})
