import { useSnapshot } from 'valtio'
import { useActiveOrganization, useApp } from '../../parts/parts.tsx'
import { InboxScreen } from './inbox-screen.tsx'

/** The route `/inbox`: the inbox of the active organization, made anew for each. */
export function Component() {
  const organization = useActiveOrganization()
  const { user } = useSnapshot(useApp().mainContext)
  if (!organization || !user) return null
  const { _id: organizationId, timezone } = organization
  return (
    <InboxScreen
      key={organizationId}
      organizationId={organizationId}
      timezone={timezone}
      me={{ _id: user._id, name: user.name }}
    />
  )
}
