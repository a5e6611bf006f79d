import { type Preferences, preferences, savePreferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import { preferencesChanged } from '@foyer/contracts/inbox/preferences-events.ts'
import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent, readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readMemberSetting, saveMemberSetting } from './member-settings.store.ts'

/** Both calls act on the caller's own preferences; none takes another user. */
export function preferencesRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  async function read(tx: Tx, organizationId: string, userId: string): Promise<Preferences> {
    const { value, version } = await readMemberSetting(tx, { organizationId, userId }, preferencesSetting)
    return { ...value, organizationId, user: userId, version }
  }

  return [
    route(preferences, ({ organizationId, caller: { userId }, read: inRead }) =>
      inRead(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          read(tx, organizationId, userId),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(savePreferences, ({ body, organizationId, caller: { userId }, write }) =>
      write(async (tx) => {
        const { organizationId: _, version: expectedVersion, ...change } = body
        const current = () => read(tx, organizationId, userId)
        const toSave = { change, expectedVersion, current }
        const saved = await saveMemberSetting(tx, { organizationId, userId }, preferencesSetting, toSave)
        const data = { ...saved.value, organizationId, user: userId, version: saved.version }
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, [
          { record: () => newEvent(preferencesChanged, data) },
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}
