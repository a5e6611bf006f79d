import { Building2, Inbox } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { rememberedOrganizations } from '../state/remembered-organizations.ts'
import { buttonLook } from '../ui/button-look.rules.ts'
import { ChartTab } from '../ui/chart-tab.tsx'
import { Link } from '../ui/link.tsx'
import { Menu } from '../ui/menu.tsx'

/** [SHELL-13] Open to everyone: it reveals nothing except what this browser already remembers. [OPEN-006] */
export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center bg-surface px-6 py-9">
      <div className="flex flex-wrap items-center gap-x-14 gap-y-8">
        <div aria-hidden className="flex items-end gap-1">
          <ChartTab name="Ha" size="xl" />
          <ChartTab name="He" size="xl" />
          <span className="h-16 w-12 rounded-l-xs rounded-r-[5px] border-2 border-dashed border-control" />
          <ChartTab name="Ho" size="xl" />
          <ChartTab name="Hu" size="xl" />
        </div>
        <div>
          <h1 className="text-xl font-semibold tracking-tight">This page is not on the shelf</h1>
          <p className="mt-1 max-w-prose text-base text-muted">
            The link may be old, or the page belongs to another organization.
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Link to="/inbox" className={buttonLook('primary', 'md')}>
              <Inbox aria-hidden size={16} strokeWidth={1.75} />
              Go to inbox
            </Link>
            <AnotherOrganization />
          </div>
        </div>
      </div>
    </main>
  )
}

/** [SHELL-08] For members of several organizations; the page that it leads to checks the session. */
function AnotherOrganization() {
  const [organizations] = useState(() => rememberedOrganizations(() => window.localStorage))
  const navigate = useNavigate()
  if (organizations.length < 2) return null
  return (
    <Menu
      heading="Your organizations"
      className={buttonLook('default', 'md')}
      content={
        <>
          <Building2 aria-hidden size={16} strokeWidth={1.75} />
          Switch organization
        </>
      }
      entries={organizations.map(({ _id, name }) => ({
        label: name,
        onSelect: () => void navigate(`/inbox?organizationId=${encodeURIComponent(_id)}`),
      }))}
    />
  )
}
