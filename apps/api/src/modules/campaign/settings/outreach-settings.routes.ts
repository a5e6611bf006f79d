import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { outreachSettings, saveOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic, readSetting, saveSetting } from '../../organizations/organizations.ts'
import { goOnToday } from '../sending/raised-share.ts'

export function outreachSettingsRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(outreachSettings, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data, { smsNumber }] = await Promise.all([
          readHead(tx, organizationId),
          readSettings(tx, organizationId),
          readClinic(tx, organizationId),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch, clinicPhone: smsNumber }
      }),
    ),

    route(saveOutreachSettings, ({ body: { organizationId, version: expectedVersion, ...value }, write }) =>
      write(async (tx) => {
        const current = () => readSettings(tx, organizationId)
        const before = await current()
        const saved = await saveSetting(tx, organizationId, outreachSetting, { value, expectedVersion, current })
        if (saved.value.dailyShare > before.dailyShare) await goOnToday(tx, organizationId, clock.now())
        return { code: 'ok' as const, data: { ...saved.value, version: saved.version } }
      }),
    ),
  ]
}

async function readSettings(tx: Tx, organizationId: string) {
  const { value, version } = await readSetting(tx, organizationId, outreachSetting)
  return { ...value, version }
}
