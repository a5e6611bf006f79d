import * as calls from '@foyer/contracts/appointments/settings-calls.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic, readSetting, saveSetting } from '../../organizations/organizations.ts'
import { readInForce } from '../reminder-facts.store.ts'
import { readForecast } from './forecast.ts'
import { inForceAfter } from './in-force.rules.ts'
import { planAnew } from './plans.store.ts'
import { assertSendable } from './visit-settings.rules.ts'

export function visitSettingsRoutes({ clock, config }: Pick<Services, 'clock' | 'config'>): Route[] {
  const readSettings = async (tx: Tx, organizationId: string) => {
    const [{ value, version }, { timezone }] = await Promise.all([
      readSetting(tx, organizationId, visitSetting),
      readClinic(tx, organizationId),
    ])
    return { ...value, version, timezone }
  }

  return [
    route(calls.visitSettings, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          readSettings(tx, organizationId),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.saveVisitSettings, ({ body: { organizationId, version: expectedVersion, ...value }, write }) => {
      assertSendable(value)
      return write(async (tx) => {
        const current = () => readSettings(tx, organizationId)
        const now = clock.now()
        // Sent together; the store reads the former setting before it saves. A save succeeds over the version that was read.
        const [{ timezone }, before, inForce, saved] = await Promise.all([
          readClinic(tx, organizationId),
          readSetting(tx, organizationId, visitSetting),
          readInForce(tx, organizationId),
          saveSetting(tx, organizationId, visitSetting, { value, expectedVersion, current }),
        ])
        await planAnew(tx, organizationId, { ...inForceAfter(before.value, inForce, saved.value, now), savedAt: now })
        return { code: 'ok' as const, data: { ...saved.value, version: saved.version, timezone } }
      })
    }),

    // Words that can't be saved yet change no count.
    route(calls.previewVisitSettings, ({ body: { organizationId, version: _, ...value }, read }) =>
      read(async (tx) => {
        const { timezone } = await readClinic(tx, organizationId)
        const data = await readForecast(tx, { organizationId, timezone, now: clock.now(), config }, value)
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.reminderForecast, ({ organizationId, read }) =>
      read(async (tx) => {
        const { timezone, ...settings } = await readSettings(tx, organizationId)
        const data = await readForecast(tx, { organizationId, timezone, now: clock.now(), config }, settings)
        return { code: 'ok' as const, data }
      }),
    ),
  ]
}
