import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { inboxSettings, saveInboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { type Route, route } from '../../http/route.ts'
import { defaultHelp } from './default-texts.rules.ts'
import { readInboxSettings } from './inbox-settings.ts'
import { readClinic } from './organizations.store.ts'
import { saveSetting } from './settings.store.ts'

export function settingsRoutes(): Route[] {
  return [
    route(inboxSettings, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: (await readInboxSettings(tx, organizationId)).settings })),
    ),

    route(saveInboxSettings, ({ body: { organizationId, version: expectedVersion, ...asked }, write }) =>
      write(async (tx) => {
        const clinic = await readClinic(tx, organizationId)
        // An unchanged default is not saved, because it would keep the old name and number when the clinic's change.
        const helpMessage = asked.helpMessage === defaultHelp(clinic) ? null : asked.helpMessage
        const value = { ...asked, helpMessage }
        const current = async () => (await readInboxSettings(tx, organizationId)).settings
        await saveSetting(tx, organizationId, inboxSetting, { value, expectedVersion, current })
        return { code: 'ok' as const, data: await current() }
      }),
    ),
  ]
}
