/** The calls on business listings, in Google's own JSON. A listing token names the organization. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import * as field from '../fields.ts'
import { listOf } from '../query.ts'
import { PLACES_RADIUS } from './limits.rules.ts'
import { editFields, readFields } from './listing.rules.ts'
import {
  attributeName,
  attributesEdit,
  attributesSchema,
  listingChangeSchema,
  listingEdit,
  listingSchema,
} from './listing.ts'
import { googleId } from './review-calls.ts'

const { nothing } = field
const params = z.strictObject({ id: googleId })
const here = { id: example.locationIds[0] }
const mask = <Field extends string>(fields: readonly [Field, ...Field[]]) =>
  listOf(z.enum(fields), fields.length).pipe(z.array(z.enum(fields)).min(1))

export const listingLocation = call({
  method: 'GET',
  path: '/api/listings/locations/:id',
  access: 'listing',
  says: 'Read a listing',
  summary: 'The fields of `readMask`, read at Google now; `ETag` is of all that can be edited. [CALL-LISTINGS-01]',
  params,
  query: z.strictObject({ readMask: mask(readFields) }),
  body: nothing,
  reply: listingSchema,
  example: { params: here, query: { readMask: 'title,phoneNumbers' } },
})

export const changeListing = call({
  method: 'PATCH',
  path: '/api/listings/locations/:id',
  access: 'listing',
  says: 'Changed a listing',
  summary:
    'Exactly the fields of `updateMask` go to Google, whatever else the body holds. With `If-Match` of an older state 409 `stale`, `data` the fields as they are. [CALL-LISTINGS-04]',
  serverExplains: true,
  params,
  query: z.strictObject({ updateMask: mask(editFields) }),
  body: listingEdit,
  reply: listingSchema.extend({ foyer: listingChangeSchema }),
  example: {
    params: here,
    query: { updateMask: 'title' },
    body: { title: 'Cedar Ridge Northgate', websiteUri: 'https://cedar.example' },
  },
})

export const listingAttributes = call({
  method: 'GET',
  path: '/api/listings/locations/:id/attributes',
  access: 'listing',
  says: 'Read the attributes of a listing',
  summary: 'The attributes of a location, read at Google now. [CALL-LISTINGS-02]',
  params,
  query: nothing,
  body: nothing,
  reply: attributesSchema,
  example: { params: here },
})

export const changeListingAttributes = call({
  method: 'PATCH',
  path: '/api/listings/locations/:id/attributes',
  access: 'listing',
  says: 'Changed the attributes of a listing',
  summary: 'Changes the attributes that `attributeMask` names; one that the body lacks is removed. [CALL-LISTINGS-03]',
  serverExplains: true,
  params,
  query: z.strictObject({ attributeMask: listOf(attributeName, 100).pipe(z.array(attributeName).min(1)) }),
  body: attributesEdit,
  reply: attributesSchema.extend({ foyer: listingChangeSchema }),
  example: {
    params: here,
    query: { attributeMask: 'attributes/has_wheelchair_accessible_entrance' },
    body: { attributes: [{ name: 'attributes/has_wheelchair_accessible_entrance', values: [true] }] },
  },
})

export const listingAttributeMetadata = call({
  method: 'GET',
  path: '/api/listings/locations/:id/attribute-metadata',
  access: 'listing',
  says: 'Read the possible attributes of a listing',
  summary: 'The attributes that a location may have, by group.',
  params,
  query: nothing,
  body: nothing,
  reply: z.object({
    attributeMetadata: z.array(
      z.object({
        parent: z.string(),
        valueType: z.enum(['BOOL', 'ENUM', 'URL', 'REPEATED_ENUM']),
        displayName: z.string(),
        groupDisplayName: z.string().optional(),
        repeatable: z.boolean().optional(),
        valueMetadata: z
          .array(z.object({ value: z.union([z.boolean(), z.string()]), displayName: z.string() }))
          .optional(),
      }),
    ),
  }),
  example: { params: here },
})

const updatesSchema = z.object({
  /** The listing as Google has changed it. */
  location: listingSchema,
  /** The fields that differ from the clinic's own. */
  diffMask: z.array(z.string()),
  /** The fields that Google is looking at. */
  pendingMask: z.array(z.string()),
})

export const listingGoogleUpdates = call({
  method: 'GET',
  path: '/api/listings/locations/:id/google-updates',
  access: 'listing',
  says: 'Read what Google changed in a listing',
  summary: 'What Google or its users changed, which waits to be accepted or put back.',
  params,
  query: nothing,
  body: nothing,
  reply: updatesSchema,
  example: { params: here },
})

const settle = {
  params,
  query: nothing,
  body: z.strictObject({ fields: z.array(z.enum(editFields)).min(1).max(editFields.length) }),
}

export const acceptGoogleUpdates = call({
  ...settle,
  method: 'POST',
  path: '/api/listings/locations/:id/google-updates/accept',
  access: 'listing',
  says: 'Accepted what Google changed in a listing',
  summary: 'Makes Google’s changes of these fields the clinic’s own.',
  serverExplains: true,
  reply: listingSchema.extend({ foyer: listingChangeSchema }),
  example: { params: here, body: { fields: ['regularHours'] } },
})

export const revertGoogleUpdates = call({
  ...settle,
  method: 'POST',
  path: '/api/listings/locations/:id/google-updates/revert',
  access: 'listing',
  says: 'Put back what Google changed in a listing',
  summary: 'Sends the clinic’s own values of these fields to Google again.',
  serverExplains: true,
  reply: listingSchema.extend({ foyer: listingChangeSchema }),
  example: { params: here, body: { fields: ['regularHours'] } },
})

const pageToken = field.text(1000).optional()

export const listingCategories = call({
  method: 'GET',
  path: '/api/listings/categories',
  access: 'listing',
  says: 'Looked up categories of businesses',
  summary:
    'The categories of businesses by region and language; Google is always asked for the full view. [CALL-LISTINGS-05]',
  query: z.strictObject({
    regionCode: field
      .text(2)
      .regex(/^[A-Za-z]{2}$/, 'Not a region')
      .default('US'),
    languageCode: field
      .text(10)
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Not a language')
      .default('en'),
    view: z.enum(['FULL', 'BASIC']).default('FULL'),
    search: field.text(100).trim().optional(),
    pageToken,
  }),
  body: nothing,
  reply: z.object({
    categories: z.array(z.object({ name: z.string(), displayName: z.string() })),
    totalCategoryCount: z.int().nonnegative().optional(),
    nextPageToken: z.string().optional(),
  }),
  example: { query: { regionCode: 'US', languageCode: 'en', view: 'FULL' } },
})

export const nearbyPlaces = call({
  method: 'GET',
  path: '/api/listings/places/nearby',
  access: 'listing',
  says: 'Looked up places nearby',
  summary: 'Places by a keyword, none farther than the radius. [CALL-LISTINGS-10] [OPEN-057] [CONST-09]',
  query: z.strictObject({
    keyword: field.filledText(100),
    /** Latitude and longitude. */
    location: field.text(60).refine(isLatLng, 'Not a latitude and longitude'),
    radius: field.wholeNumber(1, 5000).default(PLACES_RADIUS),
  }),
  body: nothing,
  reply: z.object({
    results: z.array(
      z.object({
        place_id: z.string(),
        name: z.string(),
        vicinity: z.string(),
        geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
        rating: z.number().nullable(),
        user_ratings_total: z.int().nonnegative(),
        foyer: z.object({ meters: z.int().nonnegative() }),
      }),
    ),
  }),
  example: { query: { keyword: 'clinic', location: '30.27,-97.74' } },
})

function isLatLng(text: string): boolean {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text)
  return match !== null && Math.abs(Number(match[1])) <= 90 && Math.abs(Number(match[2])) <= 180
}
