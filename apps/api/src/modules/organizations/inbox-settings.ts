import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { defaultHelp } from './default-texts.rules.ts'
import { type Clinic, readClinic } from './organizations.store.ts'
import { readSetting } from './settings.store.ts'

export interface ClinicSettings {
  readonly settings: InboxSettings
  readonly clinic: Clinic
}

/** Reads the inbox setting with the clinic, which supplies the time zone and the default answer to HELP. */
export async function readInboxSettings(tx: Tx, organizationId: string): Promise<ClinicSettings> {
  const [clinic, { value, version }] = await Promise.all([
    readClinic(tx, organizationId),
    readSetting(tx, organizationId, inboxSetting),
  ])
  const helpMessage = value.helpMessage ?? defaultHelp(clinic)
  return { settings: { ...value, version, timezone: clinic.timezone, helpMessage }, clinic }
}
