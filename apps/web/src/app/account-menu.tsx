import { Clock, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { type ThemeChoice, useTheme } from '../lib/theme.ts'
import { useCommands, useKeyboard } from '../parts/keyboard.tsx'
import { useServices } from '../parts/services.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu } from '../ui/menu.tsx'
import { notifyError } from '../ui/notify.tsx'
import { StaffAvatar } from '../ui/staff-avatar.tsx'

const THEMES = [
  { theme: 'system', label: 'Theme of this device', icon: Monitor },
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies { theme: ThemeChoice; label: string; icon: unknown }[]

const ConfirmDialog = lazyPart(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog)

/** [ENTITY-01] Shows the signed-in user, with settings and sign-out. */
export function AccountMenu() {
  const { app, signOut, theme } = useServices()
  const { choice, choose } = useTheme(theme)
  const { commands } = useKeyboard()
  const navigate = useNavigate()
  const { user } = useSnapshot(app.mainContext)
  /** The number of unsent messages that signing out would lose; the dialog asks about them. */
  const [unsent, setUnsent] = useState(0)
  // [STATE-08] The page leaves only after the server has ended the session: otherwise the next person here would still
  // be signed in.
  const leave = () => {
    setUnsent(0)
    signOut().catch(() => notifyError('You are still signed in: the sign-in service did not answer. Try again.'))
  }
  const onSignOut = () => {
    const { waiting } = app.status.outbox
    if (waiting > 0) setUnsent(waiting)
    else leave()
  }
  useCommands([
    { id: 'signOut', title: 'Sign out', words: 'log out leave', keys: [], group: 'Everywhere', run: onSignOut },
  ])
  if (!user) return null
  return (
    <>
      <Menu
        heading={`${user.name} · ${user.email}`}
        align="end"
        className="rounded-full pointer-coarse:p-2"
        content={
          <>
            <StaffAvatar name={user.name} size={28} className="ring-2 ring-accent" />
            <span className="sr-only">{user.name}, account menu</span>
          </>
        }
        entries={[
          ...THEMES.map(({ theme, label, icon }) => ({
            label,
            icon,
            chosen: theme === choice,
            onSelect: () => choose(theme),
          })),
          { label: 'Your shift', icon: Clock, separated: true, onSelect: () => commands.run('shift') },
          { label: 'Settings', icon: Settings, onSelect: () => void navigate('/settings') },
          { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => commands.run('help') },
          { label: 'Sign out', icon: LogOut, separated: true, onSelect: onSignOut },
        ]}
      />
      {unsent > 0 && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={`Sign out and leave ${unsent === 1 ? 'a message' : `${unsent} messages`} unsent?`}
            confirm="Sign out"
            danger
            onConfirm={leave}
            onClose={() => setUnsent(0)}
          >
            {unsent === 1 ? 'It waits' : 'They wait'} for the connection in this page, and would be lost.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
