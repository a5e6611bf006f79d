import { Bell } from '../features/notifications/bell.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AttendanceFaces } from './attendance-faces.tsx'
import type { ConnectionWord } from './connection.rules.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { GoTo } from './go-to.tsx'
import { OrganizationSwitch } from './organization-switch.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export function TopBar({ connection, since }: { connection: ConnectionWord; since: Date | null }) {
  return (
    <header className="flex h-topbar shrink-0 items-center gap-3 border-b border-line bg-canvas px-3 max-md:gap-1.5 max-md:bg-surface max-md:px-2 max-md:group-has-data-[pane=thread]/shell:hidden">
      <OrganizationSwitch />
      <div className="flex lg:min-w-0 flex-1 justify-end lg:justify-center">
        <GoTo />
      </div>
      <ConnectionStatus word={connection} since={since} />
      <AttendanceFaces />
      <Bell />
      <span className="max-md:hidden">
        <ThemeToggle />
      </span>
      <AccountMenu />
    </header>
  )
}
