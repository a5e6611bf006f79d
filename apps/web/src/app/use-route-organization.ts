import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useApp } from '../parts/services.tsx'
import { notifyError } from '../ui/notify.tsx'

/** [OPEN-010] The organization that the address names becomes the active one, if it is one of the user's. */
export function useRouteOrganization(): void {
  const [search] = useSearchParams()
  const wanted = search.get('organizationId')
  const app = useApp()

  // Runs before anything is painted or loaded for the organization of the last visit.
  useLayoutEffect(() => {
    if (wanted === null || wanted === app.mainContext.activeOrgId) return
    const isMine = app.mainContext.organizations.some(({ _id }) => _id === wanted)
    if (isMine) app.switchOrganization(wanted)
    else notifyError('Organization not available')
  }, [wanted, app])
}
