import { inboxSetting } from './inbox/inbox-setting.ts'

/** Every setting there is. */
export const settings = [inboxSetting] as const
