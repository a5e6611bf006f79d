/** The listings that Google has at the beginning, under the accounts that the demo clinics consented with. */

export interface Location {
  readonly account: string
  readonly id: string
  /** The fields of a location in Google's own JSON. */
  fields: Record<string, unknown>
  attributes: Record<string, unknown>[]
  /** The fields that Google changed by itself; they wait for the owner. */
  updated: Record<string, unknown>
}

const time = (hours: number, minutes = 0) => (minutes === 0 ? { hours } : { hours, minutes })
const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']
const week = (from: object, to: object) => ({
  periods: WEEK.map((day) => ({ openDay: day, openTime: from, closeDay: day, closeTime: to })),
})
/** Every day until midnight, which Google writes as the beginning of the next day. */
const untilMidnight = (from: object) => {
  const days = [...WEEK, 'SATURDAY', 'SUNDAY']
  return {
    periods: days.map((day, nth) => ({
      ...{ openDay: day, openTime: from, closeDay: days[(nth + 1) % days.length], closeTime: {} },
    })),
  }
}

interface Categories {
  readonly primaryCategory: object
  readonly additionalCategories?: readonly object[]
}

/** Categories as Google answers them: the main one with the kinds of hours that it offers. */
export function withHoursTypes(categories: Categories | undefined): Categories | undefined {
  return (
    categories && { ...categories, primaryCategory: { ...categories.primaryCategory, moreHoursTypes: HOURS_TYPES } }
  )
}

const HOURS_TYPES = [
  ['DRIVE_THROUGH', 'Drive through'],
  ['ONLINE_SERVICE_HOURS', 'Online service hours'],
  ['SENIOR_HOURS', 'Senior hours'],
  ['VACCINATION', 'Vaccination'],
].map(([hoursTypeId, name]) => ({ hoursTypeId, displayName: name, localizedDisplayName: name }))

interface Begun {
  readonly account: string
  readonly id: string
  readonly title: string
  readonly line: string
  readonly city: readonly [locality: string, area: string, postalCode: string]
  readonly phone: string
  readonly at: readonly [latitude: number, longitude: number]
  readonly site: string
  readonly category: readonly [name: string, displayName: string]
}

function location({ account, id, title, line, city, phone, at, site, category }: Begun): Location {
  const [locality, administrativeArea, postalCode] = city
  return {
    account,
    id,
    fields: {
      name: `locations/${id}`,
      title,
      phoneNumbers: { primaryPhone: phone },
      categories: withHoursTypes({
        primaryCategory: { name: `categories/${category[0]}`, displayName: category[1] },
        additionalCategories: [],
      }),
      storefrontAddress: { regionCode: 'US', addressLines: [line], locality, administrativeArea, postalCode },
      websiteUri: site,
      regularHours: week(time(8), time(17, 30)),
      specialHours: { specialHourPeriods: [] },
      moreHours: [],
      profile: { description: `${title} cares for families and neighbors.` },
      openInfo: { status: 'OPEN', canReopen: true, openingDate: { year: 2009, month: 5, day: 4 } },
      latlng: { latitude: at[0], longitude: at[1] },
      metadata: { newReviewUri: `https://search.google.com/local/writereview?placeid=${id}`, hasPendingEdits: false },
    },
    attributes: [
      { name: 'attributes/has_wheelchair_accessible_entrance', valueType: 'BOOL', values: [true] },
      { name: 'attributes/requires_appointments', valueType: 'BOOL', values: [false] },
    ],
    updated: {},
  }
}

/** Their special days are those around the end of this year. */
export function firstLocations(now: Date): Location[] {
  const year = now.getUTCFullYear()
  const [eve, newYear] = [
    { year, month: 12, day: 31 },
    { year: year + 1, month: 1, day: 1 },
  ]
  const doctor = ['gcid:medical_clinic', 'Medical clinic'] as const
  const [cedar, lakeside, harbor] = [
    'accounts/900000000000000001',
    'accounts/900000000000000002',
    'accounts/900000000000000003',
  ]
  const lamar = location({
    ...{ account: cedar, id: '11000000000000000002', title: 'Cedar Ridge South Lamar', line: '1800 S Lamar Blvd' },
    ...{ city: ['Austin', 'TX', '78704'] as const, phone: '(512) 555-0101', at: [30.2489, -97.7706] as const },
    ...{ site: 'https://cedar-ridge.example/south-lamar', category: ['gcid:pediatrician', 'Pediatrician'] as const },
  })
  lamar.updated = { regularHours: week(time(9), time(18)) }
  lamar.fields.specialHours = {
    specialHourPeriods: [
      { startDate: eve, openTime: time(8), endDate: eve, closeTime: time(12) },
      { startDate: newYear, endDate: newYear, closed: true },
    ],
  }
  const pier = location({
    ...{ account: harbor, id: '13000000000000000001', title: 'Harbor Urgent Care Pier 9', line: '9 The Embarcadero' },
    ...{ city: ['San Francisco', 'CA', '94111'] as const, phone: '(415) 555-0100', at: [37.7991, -122.3973] as const },
    ...{ site: 'https://harbor.example', category: ['gcid:urgent_care_center', 'Urgent care center'] as const },
  })
  pier.fields.regularHours = untilMidnight(time(8))
  pier.fields.specialHours = {
    specialHourPeriods: [{ startDate: eve, openTime: time(10), endDate: newYear, closeTime: {} }],
  }
  return [
    location({
      ...{
        account: cedar,
        id: '11000000000000000001',
        title: 'Cedar Ridge Northgate',
        line: '2200 Northgate Blvd, Suite 140',
      },
      ...{ city: ['Austin', 'TX', '78758'] as const, phone: '(512) 555-0100', at: [30.3721, -97.7182] as const },
      ...{ site: 'https://cedar-ridge.example', category: doctor },
    }),
    lamar,
    location({
      ...{
        account: lakeside,
        id: '12000000000000000001',
        title: 'Lakeside Hospital Main building',
        line: '40 Lake Street',
      },
      ...{ city: ['Boston', 'MA', '02110'] as const, phone: '(617) 555-0100', at: [42.3562, -71.0536] as const },
      ...{ site: 'https://lakeside.example', category: ['gcid:hospital', 'Hospital'] as const },
    }),
    pier,
  ]
}

export const CATEGORIES = [
  ...[
    ['medical_clinic', 'Medical clinic'],
    ['pediatrician', 'Pediatrician'],
    ['hospital', 'Hospital'],
  ],
  ...[
    ['urgent_care_center', 'Urgent care center'],
    ['family_practice_physician', 'Family practice physician'],
  ],
  ...[
    ['cardiologist', 'Cardiologist'],
    ['dermatologist', 'Dermatologist'],
    ['dentist', 'Dentist'],
  ],
  ...[
    ['physical_therapist', 'Physical therapist'],
    ['internist', 'Internist'],
    ['walk_in_clinic', 'Walk-in clinic'],
  ],
].map(([id, displayName]) => ({ name: `categories/gcid:${id}`, displayName: displayName ?? '' }))

const YES_OR_NO = [
  { value: true, displayName: 'Yes' },
  { value: false, displayName: 'No' },
]
const named = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, displayName]) => ({ value, displayName }))

export const ATTRIBUTE_METADATA = [
  ...[
    ['has_wheelchair_accessible_entrance', 'Wheelchair accessible entrance', 'Accessibility'],
    ['has_wheelchair_accessible_restroom', 'Wheelchair accessible restroom', 'Accessibility'],
    ['requires_appointments', 'Appointment required', 'Planning'],
    ['has_restroom', 'Restroom', 'Amenities'],
  ].map(([id, displayName, groupDisplayName]) => ({
    ...{ parent: `attributes/${id}`, valueType: 'BOOL', displayName, groupDisplayName },
    valueMetadata: YES_OR_NO,
  })),
  {
    ...{ parent: 'attributes/wi_fi', valueType: 'ENUM', displayName: 'Wi-Fi', groupDisplayName: 'Amenities' },
    valueMetadata: named({ free_wi_fi: 'Free', paid_wi_fi: 'Paid' }),
  },
  {
    ...{ parent: 'attributes/pay_credit_card_types_accepted', valueType: 'REPEATED_ENUM', repeatable: true },
    ...{ displayName: 'Credit cards', groupDisplayName: 'Payments' },
    valueMetadata: named({ visa: 'Visa', mastercard: 'Mastercard', american_express: 'American Express' }),
  },
  {
    ...{ parent: 'attributes/url_appointment', valueType: 'URL', repeatable: true },
    ...{ displayName: 'Appointment links', groupDisplayName: 'Planning' },
  },
]

/** The type of an attribute's values, which Google adds to each. */
export function valueTypeOf(name: string): string {
  return ATTRIBUTE_METADATA.find(({ parent }) => parent === name)?.valueType ?? 'BOOL'
}

/** Places around Northgate; the last two are farther than 1,500 meters, and the first is the clinic itself. */
export const PLACES = [
  ['Cedar Ridge Northgate', 0, 0, 4.7, 212],
  ['Northgate Family Practice', 0.0021, 0.0013, 4.2, 88],
  ['Burnet Road Clinic', -0.0035, 0.0048, 3.9, 141],
  ['Anderson Lane Pediatrics', 0.0061, -0.0029, 4.8, 305],
  ['Quick Care North Austin', -0.0072, -0.0066, 3.4, 57],
  ['Domain Internal Medicine', 0.0088, 0.0061, 4.5, 120],
  ['Shoal Creek Health', -0.0101, 0.0032, 4.1, 76],
  ['Riverside Clinic', -0.09, 0.05, 4.0, 91],
  ['Round Rock Medical', 0.14, 0.04, 4.3, 260],
].map(([name, up, along, rating, number], nth) => ({
  ...{
    id: `place_${nth + 1}`,
    displayName: { text: String(name) },
    shortFormattedAddress: `${100 + nth * 12} Northgate Blvd`,
  },
  location: { latitude: 30.3721 + Number(up), longitude: -97.7182 + Number(along) },
  ...{ rating: Number(rating), userRatingCount: Number(number) },
}))
