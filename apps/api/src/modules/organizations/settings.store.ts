import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { DEFAULT_AFTER_HOURS, defaultHelp } from './default-texts.rules.ts'
import { type Clinic, readClinic } from './organizations.store.ts'

const WORKDAY = [{ from: '08:00', to: '17:00' }]
const DEFAULTS: Pick<InboxSettings, 'businessHours' | 'afterHours' | 'quietHours'> = {
  businessHours: {
    week: {
      monday: WORKDAY,
      tuesday: WORKDAY,
      wednesday: WORKDAY,
      thursday: WORKDAY,
      friday: WORKDAY,
      saturday: [],
      sunday: [],
    },
    closedDays: [],
  },
  afterHours: { enabled: false, message: DEFAULT_AFTER_HOURS },
  quietHours: { from: '21:00', to: '08:00' },
}

/** What the organization set, and what holds where it set nothing; with the clinic that it speaks of. */
export async function readSettings(
  tx: Tx,
  organizationId: string,
): Promise<{ settings: InboxSettings; clinic: Clinic }> {
  const clinic = await readClinic(tx, organizationId)
  const row = await tx
    .selectFrom('inbox_settings')
    .select(['business_hours', 'after_hours', 'quiet_hours', 'help_message'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const set = row
    ? { businessHours: row.business_hours, afterHours: row.after_hours, quietHours: row.quiet_hours }
    : DEFAULTS
  const helpMessage = row?.help_message ?? defaultHelp(clinic)
  return { settings: { ...set, timezone: clinic.timezone, helpMessage }, clinic }
}

export async function saveSettings(
  tx: Tx,
  organizationId: string,
  settings: Omit<InboxSettings, 'timezone' | 'helpMessage'> & { helpMessage: string | null },
): Promise<void> {
  const columns = {
    business_hours: JSON.stringify(settings.businessHours),
    after_hours: JSON.stringify(settings.afterHours),
    quiet_hours: JSON.stringify(settings.quietHours),
    help_message: settings.helpMessage,
  }
  await tx
    .insertInto('inbox_settings')
    .values({ organization_id: organizationId, ...columns })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns))
    .execute()
}
