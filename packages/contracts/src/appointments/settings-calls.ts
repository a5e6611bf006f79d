/** The calls that read, preview and save the setting of visits. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import { nothing, organizationId } from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { visitSetting } from './visit-setting.ts'

const { shape } = visitSetting.schema
const A = '/api/campaign/appointments'

/** How often the setting was saved. A save names the version that its screen shows. */
const version = z.int32().nonnegative()

const settingsSchema = z.object({ ...shape, version, timezone: z.string() })
export type SavedVisitSettings = z.infer<typeof settingsSchema>

const dayCount = z.object({ date: z.string(), count: z.int().nonnegative() })
/** Reminders by day of the organization: sent in the last 7 days, planned in the next 7. */
const forecastSchema = z.object({ sent: z.array(dayCount), planned: z.array(dayCount) })
export type ReminderForecast = z.infer<typeof forecastSchema>

export const visitSettings = call({
  method: 'GET',
  path: `${A}/settings`,
  access: visitSetting.read,
  says: 'Read the settings of visits',
  summary: 'Reminders, replies and what follows a missed visit; what holds where nothing was set.',
  failure: 'Failed to fetch the settings',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(settingsSchema),
  example: { query: inClinic },
})

const body = z.strictObject({ organizationId, version, ...shape })
const exampleBody = { ...inClinic, version: 0, ...visitSetting.default }

export const saveVisitSettings = call({
  method: 'POST',
  path: `${A}/settings`,
  access: visitSetting.write,
  says: 'Changed the settings of visits',
  summary:
    'Sets them, all at once. Refused as `stale`, with the current settings, if somebody saved after `version`; a text that asks for a reply with which the carrier opts the patient out is `not_valid`.',
  failure: 'Failed to save settings',
  query: nothing,
  body,
  reply: ok(settingsSchema),
  example: { body: exampleBody },
})

export const previewVisitSettings = call({
  method: 'POST',
  path: `${A}/settings/preview`,
  access: visitSetting.write,
  says: 'Looked at what settings of visits would send',
  summary: 'The forecast under settings that are not saved.',
  failure: 'Failed to fetch the forecast',
  query: nothing,
  body,
  reply: ok(forecastSchema),
  example: { body: exampleBody },
})

export const reminderForecast = call({
  method: 'GET',
  path: `${A}/reminder-forecast`,
  access: visitSetting.read,
  says: 'Read the forecast of reminders',
  summary: 'The reminders that were sent in the last 7 days and those planned in the next 7, by day.',
  failure: 'Failed to fetch the forecast',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(forecastSchema),
  example: { query: inClinic },
})
