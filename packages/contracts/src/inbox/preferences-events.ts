/** The event that brings a member's preferences to their other screens. */
import { event } from '../event.ts'
import { preferencesSchema } from './preferences-calls.ts'
import { preferencesSetting } from './preferences-setting.ts'

/** The member saved their preferences on any of their screens. */
export const preferencesChanged = event({
  type: 'preferences.changed',
  data: preferencesSchema,
  key: ({ user }) => user,
  audience: ({ user }) => `staff:${user}` as const,
  example: { ...preferencesSetting.default, organizationId: 'org_cedar', user: 'usr_lena', version: 1 },
})
