import type { KnownEvent } from '@foyer/contracts/events.ts'
import { endsImport } from '@foyer/contracts/imports/import-end.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchChanges } from '../../live/links.ts'
import { useLive } from '../../parts/live-context.tsx'
import { useApi } from '../../parts/services.tsx'

/** An import of providers alone adds departments. While it runs, a doctor may get one that it has added. */
const bringsDepartments = (event: KnownEvent) => endsImport(event, ['providers']) || event.type === 'doctor.changed'

/** The organization's departments by name. No event tells of one, so they are read again. */
export function useDepartments(organizationId: string) {
  const api = useApi()
  const live = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      watchChanges(live, organizationId, (changes) => {
        if (changes.type === 'events' && !changes.events.some(bringsDepartments)) return
        void client.invalidateQueries({ queryKey: ['departments', organizationId] })
      }),
    [live, client, organizationId],
  )
  return useQuery({
    queryKey: ['departments', organizationId],
    queryFn: async ({ signal }) => (await api('departments', { params: { organizationId }, signal })).data,
  })
}
