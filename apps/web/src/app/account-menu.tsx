import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useParts } from '../parts/parts.tsx'
import { DeferredTrigger } from '../ui/deferred-trigger.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { notifyError } from '../ui/notify.tsx'
import { StaffAvatar } from '../ui/staff-avatar.tsx'

const load = () => import('./account-menu-panel.tsx')
const AccountMenuPanel = lazyPart(async () => (await load()).AccountMenuPanel)
const ConfirmDialog = lazyPart(async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog)

/** [ENTITY-01] Whose session this is, and the way out of it. */
export function AccountMenu() {
  const { app, signOut } = useParts()
  const { user } = useSnapshot(app.mainContext)
  /** So many messages would be lost: asked before. */
  const [unsent, setUnsent] = useState(0)
  // [STATE-08] Only once the server has ended the session: otherwise the next person here would still be signed in.
  const leave = () => {
    setUnsent(0)
    signOut().catch(() => notifyError('You are still signed in: the sign-in service did not answer. Try again.'))
  }
  if (!user) return null
  const look = {
    content: (
      <>
        <StaffAvatar name={user.name} size={28} className="ring-2 ring-accent" />
        <span className="sr-only">{user.name}, account menu</span>
      </>
    ),
    className: 'rounded-full pointer-coarse:p-2',
  }
  const panel = (
    <AccountMenuPanel
      look={look}
      heading={`${user.name} · ${user.email}`}
      onSignOut={() => {
        const { waiting } = app.status.outbox
        if (waiting > 0) setUnsent(waiting)
        else leave()
      }}
    />
  )
  return (
    <>
      <DeferredTrigger {...look} popup="menu" load={load} full={panel} />
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
