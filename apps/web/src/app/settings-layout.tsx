import {
  Bell,
  BellRing,
  CalendarClock,
  History,
  type LucideIcon,
  Megaphone,
  MonitorSmartphone,
  ShieldCheck,
  SlidersHorizontal,
  Star,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Outlet, useSearchParams } from 'react-router'
import { type SettingsPlace, settingsPlaces } from '../features/settings/settings-places.rules.ts'
import { PageRoom } from '../parts/page-room.tsx'
import { Queries } from '../parts/queries.tsx'
import { useActiveOrganization } from '../parts/services.tsx'
import { withQueries } from '../parts/with-queries.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NavLink } from '../ui/link.tsx'

const NotificationSettings = lazyPart(() =>
  withQueries(async () => (await import('../features/notifications/settings-drawer.tsx')).SettingsDrawer),
)

const ICONS: Record<SettingsPlace['path'], LucideIcon> = {
  profile: UserRound,
  preferences: SlidersHorizontal,
  security: ShieldCheck,
  sessions: MonitorSmartphone,
  hours: CalendarClock,
  visits: BellRing,
  outreach: Megaphone,
  listings: Star,
  members: Users,
  teams: UsersRound,
  audit: History,
}

const LOOK =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 text-left text-sm font-medium text-muted hover:bg-press aria-[current=page]:bg-surface aria-[current=page]:text-ink max-lg:py-1.5 max-lg:aria-[current=page]:bg-selected pointer-coarse:min-h-11'

export function Component() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  )
}

/** The list of settings is beside the page; on narrow windows it is above the page and scrolls with it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const role = useActiveOrganization()?.role
  const organizationId = useSearchParams()[0].get('organizationId')
  // Keeps only the organization: one page's filters do not apply to another.
  const search = organizationId === null ? '' : `?organizationId=${encodeURIComponent(organizationId)}`
  const [notifying, setNotifying] = useState(false)
  const places = (
    <nav aria-label="Settings" className="shrink-0 lg:w-53 lg:pt-5 lg:pl-3">
      <h2 className="px-2.5 pb-3 text-lg font-semibold tracking-tight max-lg:sr-only">Settings</h2>
      <ul className="gap-1 max-lg:flex max-lg:flex-wrap max-lg:border-b max-lg:border-line max-lg:px-2 max-lg:py-2 lg:sticky lg:top-0 lg:space-y-0.5">
        {settingsPlaces(role).map(({ path, label }) => {
          const Icon = ICONS[path]
          return (
            <li key={path}>
              <NavLink to={`/settings/${path}${search}`} className={LOOK}>
                <Icon aria-hidden size={17} strokeWidth={1.75} className="shrink-0" />
                {label}
              </NavLink>
            </li>
          )
        })}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setNotifying(true)} className={LOOK}>
            <Bell aria-hidden size={17} strokeWidth={1.75} className="shrink-0" />
            Notifications
          </button>
        </li>
      </ul>
    </nav>
  )
  return (
    <>
      <PageRoom aside={places}>
        <Queries>{children}</Queries>
      </PageRoom>
      {notifying && (
        <Suspense fallback={null}>
          <NotificationSettings onClose={() => setNotifying(false)} />
        </Suspense>
      )}
    </>
  )
}
