import { weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { expect, test } from 'vitest'
import { factsOf } from './facts.rules.ts'

const visit = { startsAt: new Date('2026-11-24T15:30:00Z'), doctor: 'Dr. Okafor', location: 'Northgate' }
const standing = {
  ...{
    isStaffHere: false,
    newestOrigin: null,
    sameTexts: 0,
    introduction: null,
    isDeceased: false,
    hasOneOwner: true,
    visit,
  },
  patient: { firstName: 'Ana', lastName: 'Diaz' },
}
const known = {
  clinic: {
    settings: { businessHours: { week: Object.fromEntries(weekdays.map((day) => [day, []])), closedDays: [] } },
    clinic: { name: 'Cedar Ridge', timezone: 'America/Chicago', smsNumber: '+15125550100' },
  } as never,
  ...({ assistantName: 'Assistant', language: 'en', now: new Date('2026-11-12T15:00:00Z') } as const),
}

test.each([
  ['sms', true, null, true],
  // Another patient has the same number.
  ['sms', false, null, false],
  // The visitor told a name, a birthdate and a number.
  ['chat', true, null, false],
  ['chat', true, 'p1', true],
] as const)(
  'factsOf tells of a visit when the patient is verified: by %s, alone with the number: %s, by the code of %s',
  (channel, hasOneOwner, verifiedAs, hasVisit) => {
    const conversation = { channel, patientId: 'p1' } as never
    const facts = factsOf({ ...known, conversation, standing: { ...standing, hasOneOwner }, verifiedAs })
    expect([facts.verified, facts.hasVisit, 'visit.date' in facts.values]).toEqual([hasVisit, hasVisit, hasVisit])
  },
)
