import { Building2, ChevronDown } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { organizationTypeName } from '../lib/organization-type.ts'
import { useActiveOrganization, useApp } from '../parts/services.tsx'
import { Menu } from '../ui/menu.tsx'

/** [SHELL-08] Shows the active organization; members of several can switch. */
export function OrganizationSwitch() {
  const { organizations } = useSnapshot(useApp().mainContext)
  const active = useActiveOrganization()
  const navigate = useNavigate()
  if (!active) return null

  const name = (
    <>
      <Building2 aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="min-w-0 truncate text-sm font-semibold">{active.name}</span>
      <span className="hidden text-xs whitespace-nowrap text-muted lg:inline">{organizationTypeName[active.type]}</span>
    </>
  )
  if (organizations.length < 2) return <p className="flex h-9 min-w-0 items-center gap-2 px-2">{name}</p>

  return (
    <Menu
      heading="Your organizations"
      className="flex h-9 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-press"
      content={
        <>
          {name}
          <span className="sr-only">, switch organization</span>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
        </>
      }
      entries={organizations.map((organization) => ({
        label: organization.name,
        detail: organizationTypeName[organization.type],
        chosen: organization._id === active._id,
        // The address decides the organization, so reloading and going back show the same one again.
        onSelect: () => void navigate({ search: `?organizationId=${encodeURIComponent(organization._id)}` }),
      }))}
    />
  )
}
