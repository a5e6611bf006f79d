import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useActiveOrganization, useApp } from '../../parts/services.tsx'
import { InboxScreen } from './inbox-screen.tsx'

/** The route `/inbox`: the inbox of the active organization, remounted when the organization changes. */
export function Component() {
  const organization = useActiveOrganization()
  const { user } = useSnapshot(useApp().mainContext)
  const { _id, name = '' } = user ?? {}
  const me = useMemo(() => (_id === undefined ? null : { _id, name }), [_id, name])
  if (!organization || !me) return null
  const { _id: organizationId, timezone } = organization
  return <InboxScreen key={organizationId} organizationId={organizationId} timezone={timezone} me={me} />
}
