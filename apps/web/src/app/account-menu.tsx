import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { type ThemeChoice, useTheme } from '../lib/theme.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useApp, useParts } from '../parts/parts.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu } from '../ui/menu.tsx'
import { notifyError } from '../ui/notify.tsx'
import { StaffAvatar } from '../ui/staff-avatar.tsx'

const ConfirmDialog = lazyPart(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog)

const THEMES = [
  { choice: 'system', label: 'Theme of this device', icon: Monitor },
  { choice: 'light', label: 'Light theme', icon: Sun },
  { choice: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies { choice: ThemeChoice; label: string; icon: unknown }[]

/** [ENTITY-01] Whose session this is, and the way out of it. */
export function AccountMenu() {
  const { user } = useSnapshot(useApp().mainContext)
  const { theme: control } = useParts()
  const { choice, choose } = useTheme(control)
  const { leave, waiting, goOn, stay } = useSignOut()
  const { commands } = useKeyboard()
  const navigate = useNavigate()
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
          ...THEMES.map(({ choice: theme, label, icon }) => ({
            label,
            icon,
            chosen: theme === choice,
            onSelect: () => choose(theme),
          })),
          { label: 'Settings', icon: Settings, separated: true, onSelect: () => void navigate('/settings') },
          {
            label: 'Keyboard shortcuts',
            icon: Keyboard,
            onSelect: () => commands.run('help'),
          },
          { label: 'Sign out', icon: LogOut, separated: true, onSelect: leave },
        ]}
      />
      {waiting > 0 && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={`Sign out and leave ${waiting === 1 ? 'a message' : `${waiting} messages`} unsent?`}
            confirm="Sign out"
            danger
            onConfirm={goOn}
            onClose={stay}
          >
            {waiting === 1 ? 'It waits' : 'They wait'} for the connection in this page, and would be lost.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

/** [STATE-08] Only once the server has ended the session: otherwise the next person here would still be signed in. */
function useSignOut() {
  const { app, signOut } = useParts()
  /** So many messages would be lost: asked before. */
  const [waiting, setWaiting] = useState(0)

  const go = () => {
    setWaiting(0)
    signOut().catch(() => notifyError('You are still signed in: the sign-in service did not answer. Try again.'))
  }
  return {
    leave() {
      const unsent = app.status.outbox.waiting
      if (unsent > 0) setWaiting(unsent)
      else go()
    },
    waiting,
    goOn: go,
    stay: () => setWaiting(0),
  }
}
