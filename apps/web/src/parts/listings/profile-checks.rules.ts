/** The gaps of the public profile of a location. */
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { descriptionOf, periodsOf, phonesOf, specialsOf } from './listing-words.rules.ts'

export interface ProfileCheck {
  readonly id: 'hours' | 'phone' | 'website' | 'description' | 'special'
  readonly isGood: boolean
  readonly label: string
}

const DAYS_AHEAD_MS = 30 * 86_400_000

export function profileChecks(listing: Listing, now: Date): readonly ProfileCheck[] {
  const hasHours = periodsOf(listing.regularHours).length > 0
  const hasPhone = Boolean(phonesOf(listing).primaryPhone)
  const hasSite = Boolean(listing.websiteUri)
  const hasText = descriptionOf(listing) !== ''
  const limit = now.getTime() + DAYS_AHEAD_MS
  const hasSpecial = specialsOf(listing.specialHours).some(({ startDate: { year, month, day } }) => {
    const at = Date.UTC(year, month - 1, day)
    return at >= now.getTime() - 86_400_000 && at <= limit
  })
  return [
    { id: 'hours', isGood: hasHours, label: hasHours ? 'Opening hours are set' : 'No opening hours' },
    { id: 'phone', isGood: hasPhone, label: hasPhone ? 'Phone is listed' : 'No phone listed' },
    { id: 'website', isGood: hasSite, label: hasSite ? 'Website is listed' : 'No website listed' },
    { id: 'description', isGood: hasText, label: hasText ? 'Description is written' : 'No description' },
    {
      ...{ id: 'special', isGood: hasSpecial },
      label: hasSpecial ? 'Special days of the next month are set' : 'No special days in the next month',
    },
  ]
}
