/** The facts of the clinic itself. */
import type { ClinicFacts } from '@foyer/contracts/automations/facts.rules.ts'
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { readInboxSettings, readSetting } from '../organizations/organizations.ts'

export async function readClinicFacts(
  tx: Tx,
  { automations }: Services['config'],
  organizationId: string,
): Promise<ClinicFacts> {
  const [{ settings, clinic }, outreach] = await Promise.all([
    readInboxSettings(tx, organizationId),
    readSetting(tx, organizationId, outreachSetting),
  ])
  return {
    ...{ name: clinic.name, timezone: clinic.timezone, phoneNumber: clinic.smsNumber },
    ...{ bookingLink: outreach.value.bookingUrl || null, hours: settings.businessHours },
    ...{ quietHours: settings.quietHours, dailyTexts: automations.patientDaily },
  }
}
