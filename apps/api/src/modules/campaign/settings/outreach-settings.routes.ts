import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { outreachSettings, saveOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic, readSetting, saveSetting } from '../../organizations/organizations.ts'

export const outreachSettingsRoutes: readonly Route[] = [
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
      const saved = await saveSetting(tx, organizationId, outreachSetting, { value, expectedVersion, current })
      return { code: 'ok' as const, data: { ...saved.value, version: saved.version } }
    }),
  ),
]

async function readSettings(tx: Tx, organizationId: string) {
  const { value, version } = await readSetting(tx, organizationId, outreachSetting)
  return { ...value, version }
}
