/** The calls about the caller's own preferences; no input can name another user. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import { nothing, organizationId } from '../fields.ts'
import { snapshot } from '../reply.ts'
import { preferencesSetting } from './preferences-setting.ts'

const { schema } = preferencesSetting

export const preferencesSchema = z.object({
  ...schema.shape,
  organizationId: z.string(),
  /** The member whose they are. */
  user: z.string(),
  /** How often they were saved; 0 means never, and the defaults hold. */
  version: z.int32().nonnegative(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferences = call({
  method: 'GET',
  path: '/api/inbox/preferences',
  access: preferencesSetting.read,
  says: 'Read their own preferences',
  summary: "Returns the caller's preferences in this organization, or the defaults if they saved none.",
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(preferencesSchema),
  example: { query: inClinic },
})

export const savePreferences = call({
  method: 'POST',
  path: '/api/inbox/preferences',
  access: preferencesSetting.write,
  says: 'Changed their own preferences',
  summary:
    "Replaces the given ones of the caller's preferences; the others stay. With `version` it is refused as `stale`, with the current preferences, if they were saved after it.",
  failure: 'Failed to save preferences',
  query: nothing,
  body: z.strictObject({
    organizationId,
    version: z.int32().nonnegative().optional(),
    ...schema.partial().shape,
  }),
  reply: snapshot(preferencesSchema),
  example: { body: { ...inClinic, density: 'compact', signature: 'Lena, Cedar Ridge' } },
})
