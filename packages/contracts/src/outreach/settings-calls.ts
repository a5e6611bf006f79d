/** The calls that read and save the setting of outreach. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import { nothing, organizationId } from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { outreachSetting } from './outreach-setting.ts'

const { shape } = outreachSetting.schema

/** How often the setting was saved. A save names the version that its screen shows. */
const version = z.int32().nonnegative()

const settingsSchema = z.object({ ...shape, version })
export type SavedOutreachSettings = z.infer<typeof settingsSchema>

export const outreachSettings = call({
  method: 'GET',
  path: '/api/campaign/settings',
  access: outreachSetting.read,
  says: 'Read the settings of campaigns',
  summary:
    'Pace, price, links and limits of campaigns; what holds where nothing was set. With the number of the clinic.',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(settingsSchema).extend({
    /** The number that texts leave from, as `{{clinicPhone}}` shows it. It is no setting: a save leaves it out. */
    clinicPhone: z.string().nullable(),
  }),
  example: { query: inClinic },
})

export const saveOutreachSettings = call({
  method: 'POST',
  path: '/api/campaign/settings',
  access: outreachSetting.write,
  says: 'Changed the settings of campaigns',
  summary: 'Sets them, all at once. Refused as `stale`, with the current settings, if somebody saved after `version`.',
  query: nothing,
  body: z.strictObject({ organizationId, version, ...shape }),
  reply: ok(settingsSchema),
  example: {
    body: {
      ...{ ...inClinic, version: 0, ...outreachSetting.default },
      ...{ bookingUrl: 'https://cedar.test/book', linkHosts: ['cedar.test'] },
      postalAddress: '210 Lamar Boulevard, Austin, TX 78704',
    },
  },
})
