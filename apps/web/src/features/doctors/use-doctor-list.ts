import { bringsDoctors, doctors } from '@foyer/contracts/doctors/collections.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'

/** The longest page that the call answers. */
const PAGE = 500

/** The doctors who take visits, or those who are archived, by last name and kept current. */
export function useDoctorList(organizationId: string, archived: boolean) {
  const api = useApi()
  return useLiveCollection<Doctor>({
    id: `doctors ${archived ? 'archived' : 'present'}`,
    organizationId,
    collection: doctors,
    whole: true,
    belongs: (doctor) => doctor.archived === archived,
    outdates: bringsDoctors,
    read: async (page, signal) => {
      const query = { organizationId, archived: archived ? ('true' as const) : ('false' as const), limit: PAGE }
      return pageOf<Doctor>(await api('doctors', { query: { ...query, ...page }, signal }))
    },
  })
}
