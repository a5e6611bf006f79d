import { inboxSetting } from './inbox/inbox-setting.ts'

/** Every setting of every module. */
export const settings = [inboxSetting] as const
