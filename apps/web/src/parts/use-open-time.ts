import { clinicHours } from '@foyer/contracts/inbox/collections.rules.ts'
import type { ClinicHours } from '@foyer/contracts/inbox/hours-events.ts'
import { type OpeningHours, type OpenTime, openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { useMemo } from 'react'
import { useApi } from './services.tsx'
import { useLiveCollection } from './use-live-collection.ts'

/** The open time of the clinic, kept current; null while its hours aren't known. */
export function useOpenTime(organizationId: string, timezone: string): OpenTime | null {
  const hours = useClinicHours(organizationId)
  return useMemo(() => (hours === undefined ? null : openTime(timezone, hoursOf(hours))), [timezone, hours])
}

/** The opening hours of the clinic, kept current; null while they aren't known, and for a clinic that never set them. */
export function useOpeningHours(organizationId: string): OpeningHours | null {
  const hours = useClinicHours(organizationId)
  return hours === undefined ? null : hoursOf(hours)
}

function useClinicHours(organizationId: string): ClinicHours | undefined {
  const api = useApi()
  const { data } = useLiveCollection<ClinicHours>({
    id: 'hours',
    organizationId,
    collection: clinicHours,
    read: async (_, signal) => {
      const { data: settings, asOf, epoch } = await api('inboxSettings', { query: { organizationId }, signal })
      const { businessHours, version } = settings
      return { items: [{ organizationId, businessHours, version }], cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  return data?.[0]
}

/** A clinic that never saved its hours has none: the default of the form says nothing about when somebody answers. */
function hoursOf({ businessHours, version }: ClinicHours) {
  return version === 0 ? null : businessHours
}
