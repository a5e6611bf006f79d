import { hoursChanged } from '@foyer/contracts/inbox/hours-events.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { inboxSettings, saveInboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { appendEvents, newEvent, readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { defaultHelp } from './default-texts.rules.ts'
import { readInboxSettings } from './inbox-settings.ts'
import { readClinic } from './organizations.store.ts'
import { saveSetting } from './settings.store.ts'
import { assertWording } from './wording.rules.ts'

export function settingsRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(inboxSettings, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, { settings }] = await Promise.all([
          readHead(tx, organizationId),
          readInboxSettings(tx, organizationId),
        ])
        return { code: 'ok' as const, data: settings, asOf: seq, epoch }
      }),
    ),

    route(saveInboxSettings, ({ body: { organizationId, version: expectedVersion, ...asked }, write }) =>
      write(async (tx) => {
        const clinic = await readClinic(tx, organizationId)
        // An unchanged default is not saved, because it would keep the old name and number when the clinic's change.
        const helpMessage = asked.helpMessage === defaultHelp(clinic) ? null : asked.helpMessage
        assertWording([
          { path: 'afterHours.message', text: asked.afterHours.message },
          { path: 'helpMessage', text: helpMessage ?? '' },
        ])
        const value = { ...asked, helpMessage }
        const current = async () => (await readInboxSettings(tx, organizationId)).settings
        const saved = await saveSetting(tx, organizationId, inboxSetting, { value, expectedVersion, current })
        const data = await current()
        const hours = { organizationId, businessHours: saved.value.businessHours, version: saved.version }
        await appendEvents(tx, { organizationId, at: clock.now() }, [{ record: () => newEvent(hoursChanged, hours) }])
        return { code: 'ok' as const, data }
      }),
    ),
  ]
}
