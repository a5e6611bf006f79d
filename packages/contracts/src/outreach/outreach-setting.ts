/** An organization's setting of outreach: the pace and the price of its texts, its links, and what campaigns may use. */
import { z } from 'zod'
import { FAILURE_PERCENT } from '../campaign/limits.rules.ts'
import * as field from '../fields.ts'
import { setting } from '../setting.ts'
import { ADDRESS_MAX, isHostName, isWebAddress } from './web-address.rules.ts'

const host = field.text(253).trim().toLowerCase().refine(isHostName, 'Not the name of a host, such as clinic.example')

export const outreachSetting = setting({
  name: 'outreach',
  schema: z.object({
    /** How many segments the organization's number may send in a second. */
    segmentsPerSecond: z.number().min(0.1).max(100),
    /** In millionths of the currency. */
    pricePerSegment: z.int().min(0).max(10_000_000),
    /** ISO 4217. */
    currency: field.text(3).regex(/^[A-Z]{3}$/, 'Three capital letters, such as USD'),
    /** What `{{bookingLink}}` leads to; empty: the placeholder has no value. */
    bookingUrl: field
      .text(ADDRESS_MAX)
      .trim()
      .refine((value) => value === '' || isWebAddress(value), 'Not an http or https address'),
    /** The hosts that links may lead to, with the hosts below them; empty: any. */
    linkHosts: z
      .array(host)
      .max(100)
      .refine((hosts) => new Set(hosts).size === hosts.length, 'Names a host twice'),
    /** The failures at which a new campaign pauses itself, as percent of its last texts. */
    failurePercent: z.int().min(FAILURE_PERCENT.min).max(FAILURE_PERCENT.max),
    /** The percent of a day's texts that campaigns may use; the rest stays with the staff. */
    dailyShare: z.int().min(10).max(100),
    /** The clinic's postal address, which ends each e-mail of a campaign; without one no such e-mail is launched. */
    postalAddress: field.text(300).trim(),
  }),
  default: {
    segmentsPerSecond: 1,
    pricePerSegment: 8300,
    currency: 'USD',
    bookingUrl: '',
    linkHosts: [],
    failurePercent: 20,
    dailyShare: 80,
    postalAddress: '',
  },
  read: 'member',
  write: 'admin',
})
export type OutreachSettings = z.infer<typeof outreachSetting.schema>
