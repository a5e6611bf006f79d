/** A business listing in Google's words: the fields of a location that are shown and those that can be edited. */
import { z } from 'zod'
import { example } from '../examples.ts'
import { filledText, text } from '../fields.ts'
import { hoursProblem, specialHoursProblem } from './hours.rules.ts'
import { DESCRIPTION_MAX } from './limits.rules.ts'
import { openStatuses, PHONE, WEBSITE, weekdays } from './listing.rules.ts'

const timeOfDay = z.strictObject({
  hours: z.int().min(0).max(24).default(0),
  minutes: z.int().min(0).max(59).default(0),
})
const date = z.strictObject({
  year: z.int().min(2000).max(2200),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
})
/** As far as it is known. */
const openingDate = z.strictObject({
  year: z.int().min(1).max(2200),
  month: z.int().min(0).max(12).optional(),
  day: z.int().min(0).max(31).optional(),
})
export type OpeningDate = z.infer<typeof openingDate>
const period = z.strictObject({
  openDay: z.enum(weekdays),
  openTime: timeOfDay,
  closeDay: z.enum(weekdays),
  closeTime: timeOfDay,
})
const periods = z
  .array(period)
  .max(60)
  .superRefine((list, ctx) => {
    const problem = hoursProblem(list)
    if (problem) ctx.addIssue({ code: 'custom', path: [problem.at], message: problem.message })
  })
const specialPeriods = z
  .array(
    z.strictObject({
      startDate: date,
      endDate: date.optional(),
      openTime: timeOfDay.optional(),
      closeTime: timeOfDay.optional(),
      closed: z.boolean().optional(),
    }),
  )
  .max(100)
  .superRefine((list, ctx) => {
    const problem = specialHoursProblem(list)
    if (problem) ctx.addIssue({ code: 'custom', path: [problem.at], message: problem.message })
  })
const category = z.strictObject({
  name: text(100)
    .regex(/^categories\/[\w:-]+$/, 'Not a category')
    .max(100),
  displayName: text(200).optional(),
})
const phone = text(40).regex(PHONE, 'Not a phone number')

/** The fields that can be edited. A field that the mask does not name is ignored. */
export const listingEdit = z.strictObject({
  title: filledText(200).optional(),
  phoneNumbers: z.strictObject({ primaryPhone: phone, additionalPhones: z.array(phone).max(2).optional() }).optional(),
  categories: z
    .strictObject({ primaryCategory: category, additionalCategories: z.array(category).max(9).optional() })
    .optional(),
  websiteUri: text(500)
    .refine((value) => value === '' || WEBSITE.test(value), 'Not an address of a website')
    .optional(),
  regularHours: z.strictObject({ periods }).optional(),
  specialHours: z.strictObject({ specialHourPeriods: specialPeriods }).optional(),
  moreHours: z
    .array(z.strictObject({ hoursTypeId: text(100).min(1), periods }))
    .max(20)
    .optional(),
  profile: z.strictObject({ description: text(DESCRIPTION_MAX) }).optional(),
  /** Google forgets an opening date that is left out. */
  openInfo: z.strictObject({ status: z.enum(openStatuses), openingDate: openingDate.optional() }).optional(),
})
export type ListingEdit = z.infer<typeof listingEdit>

/** A field as Google has it. More may come, and what Google says of hours is not judged. */
const asGoogleHas = z.looseObject({})

export const listingSchema = z.object({
  name: z.string().optional(),
  title: z.string().optional(),
  phoneNumbers: asGoogleHas.optional(),
  categories: asGoogleHas.optional(),
  storefrontAddress: asGoogleHas.optional(),
  websiteUri: z.string().optional(),
  regularHours: asGoogleHas.optional(),
  specialHours: asGoogleHas.optional(),
  moreHours: z.array(asGoogleHas).optional(),
  profile: asGoogleHas.optional(),
  openInfo: asGoogleHas.optional(),
  latlng: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  metadata: asGoogleHas.optional(),
})
export type Listing = z.infer<typeof listingSchema>

export const attributeName = text(100).regex(/^attributes\/[a-z0-9_]{1,80}$/, 'Not an attribute')
const attributeSchema = z.object({
  name: z.string(),
  valueType: z.enum(['BOOL', 'ENUM', 'URL', 'REPEATED_ENUM']).optional(),
  values: z.array(z.union([z.boolean(), z.string()])).optional(),
  uriValues: z.array(z.object({ uri: z.string() })).optional(),
  repeatedEnumValue: z
    .object({ setValues: z.array(z.string()).optional(), unsetValues: z.array(z.string()).optional() })
    .optional(),
})
export const attributesEdit = z.strictObject({
  attributes: z
    .array(
      z.strictObject({
        name: attributeName,
        values: z
          .array(z.union([z.boolean(), text(200)]))
          .max(20)
          .optional(),
        uriValues: z
          .array(z.strictObject({ uri: text(500) }))
          .max(5)
          .optional(),
        repeatedEnumValue: z
          .strictObject({
            setValues: z.array(text(100)).max(50).optional(),
            unsetValues: z.array(text(100)).max(50).optional(),
          })
          .optional(),
      }),
    )
    .max(100)
    .default([]),
})
export type AttributesEdit = z.infer<typeof attributesEdit>
export const attributesSchema = z.object({ name: z.string(), attributes: z.array(attributeSchema) })

/** A change of a listing: it is stored before Google is asked, and says what became of it. */
export const listingChangeSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  locationId: z.string(),
  kind: z.enum(['fields', 'attributes']),
  mask: z.array(z.string()),
  by: z.string(),
  byName: z.string().nullable(),
  at: z.string(),
  /** `unknown`: Google has not answered; a worker finds out. */
  state: z.enum(['sending', 'applied', 'refused', 'unknown']),
  /** Google's sentence for each field that it refused. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  version: z.int().nonnegative(),
})
export type ListingChange = z.infer<typeof listingChangeSchema>

export const listingChangeExample: ListingChange = {
  _id: example.listingChangeId,
  organizationId: 'org_cedar',
  locationId: example.locationIds[0],
  kind: 'fields',
  mask: ['title'],
  by: 'usr_lena',
  byName: 'Lena Kim',
  at: '2026-11-19T15:15:58.000Z',
  state: 'applied',
  problems: [],
  version: 31,
}
