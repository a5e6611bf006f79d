import type { ReactNode } from 'react'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { ForAdmins } from '../../parts/query-state.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'

export interface Organization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

interface AdminsOnlyProps {
  title: string
  children: (organization: Organization) => ReactNode
}

/** [OPEN-044] Every member can open the page; only admins see its content. */
export function AdminsOnly({ title, children }: AdminsOnlyProps) {
  const organization = useActiveOrganization()
  if (organization?.role === 'admin') return children(organization)
  return (
    <PageSheet title={title}>
      <ForAdmins />
    </PageSheet>
  )
}
