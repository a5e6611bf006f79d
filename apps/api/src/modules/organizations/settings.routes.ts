import { inboxSettings, saveInboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { type Route, route } from '../../http/route.ts'
import { defaultHelp } from './default-texts.rules.ts'
import { readSettings, saveSettings } from './settings.store.ts'

export function settingsRoutes(): Route[] {
  return [
    route(inboxSettings, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: (await readSettings(tx, organizationId)).settings })),
    ),

    route(saveInboxSettings, ({ body: { organizationId, ...asked }, write }) =>
      write(async (tx) => {
        const { clinic } = await readSettings(tx, organizationId)
        // A screen that saves what it was shown doesn't freeze the name and number that stood in it.
        const helpMessage = asked.helpMessage === defaultHelp(clinic) ? null : asked.helpMessage
        await saveSettings(tx, organizationId, { ...asked, helpMessage })
        return { code: 'ok' as const, data: (await readSettings(tx, organizationId)).settings }
      }),
    ),
  ]
}
