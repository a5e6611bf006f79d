import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { defaultHelp } from './default-texts.rules.ts'
import { type Clinic, readClinic } from './organizations.store.ts'
import { readSetting } from './settings.store.ts'

/** The setting of the inbox together with the clinic that fills its gaps: its zone, and its name in the answer to HELP. */
export async function readInboxSettings(
  tx: Tx,
  organizationId: string,
): Promise<{ settings: InboxSettings; clinic: Clinic }> {
  const clinic = await readClinic(tx, organizationId)
  const { value } = await readSetting(tx, organizationId, inboxSetting)
  const helpMessage = value.helpMessage ?? defaultHelp(clinic)
  return { settings: { ...value, timezone: clinic.timezone, helpMessage }, clinic }
}
