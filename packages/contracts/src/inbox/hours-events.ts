/** The event that tells every screen of an organization about its opening hours. */
import { z } from 'zod'
import { event } from '../event.ts'
import { businessHoursSchema, inboxSetting } from './inbox-setting.ts'

const clinicHoursSchema = z.object({
  organizationId: z.string(),
  businessHours: businessHoursSchema,
  /** How often the inbox setting was saved; 0 means that the clinic never set its hours. */
  version: z.int32().nonnegative(),
})
export type ClinicHours = z.infer<typeof clinicHoursSchema>

/** An admin saved the inbox setting. */
export const hoursChanged = event({
  type: 'hours.changed',
  data: clinicHoursSchema,
  key: ({ organizationId }) => organizationId,
  audience: () => 'organization',
  example: { organizationId: 'org_cedar', businessHours: inboxSetting.default.businessHours, version: 1 },
})
