import { visitSetting } from './appointments/visit-setting.ts'
import { inboxSetting } from './inbox/inbox-setting.ts'
import { preferencesSetting } from './inbox/preferences-setting.ts'
import { outreachSetting } from './outreach/outreach-setting.ts'

/** Every setting of an organization, of every module. */
export const settings = [inboxSetting, visitSetting, outreachSetting] as const

/** Every setting that each member has for themselves, in each of their organizations. */
export const memberSettings = [preferencesSetting] as const
