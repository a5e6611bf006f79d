import type { OpenSession } from '@foyer/contracts/session/account-calls.ts'
import { useMutation } from '@tanstack/react-query'
import { LogOut, type LucideIcon, MonitorSmartphone, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization, useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useAccountChanged, useSessions } from '../account.queries.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

export function Component() {
  const sessions = useSessions()
  const offline = useOffline()
  const [leaving, setLeaving] = useState(false)
  return (
    <PageSheet
      title="Sessions"
      lead="Where you’re signed in. End any session you don’t recognize, then change your password."
      action={
        <Button kind="danger" icon={LogOut} disabledReason={offlineReason(offline)} onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <QueryState query={sessions} what="Your sessions">
        {(found) => (
          <ul aria-label="Sessions" className="divide-y divide-line">
            {found.map((session) => (
              <SessionRow key={session._id} session={session} offline={offline} />
            ))}
          </ul>
        )}
      </QueryState>
      {leaving && <SignOutEverywhere onClose={() => setLeaving(false)} />}
    </PageSheet>
  )
}

function SessionRow({ session, offline }: { session: OpenSession; offline: boolean }) {
  const { api, clock } = useServices()
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  const { sessionsAgain } = useAccountChanged()
  const name = session.device ?? 'Unknown device'
  const end = useMutation({
    mutationFn: () => api('revokeSession', { body: { sessionId: session._id } }),
    onSuccess: () => {
      notifySuccess('Session ended')
      return sessionsAgain()
    },
    // The session had ended by itself, so the list is read again.
    onError: (error) => void (isRefused(error, 'not_found') && sessionsAgain()),
  })
  const Icon = iconOf(name)
  const at = (instant: string) => momentLabel(instant, clock.now(), timezone).replace('Yesterday', 'yesterday')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3.5 md:px-5">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-semibold wrap-anywhere">
          <bdi className="min-w-0">{name}</bdi>
          {session.current && (
            <span className="rounded-full bg-ok px-2 text-xs leading-5 font-medium text-ok-text">This one</span>
          )}
        </p>
        <p className="num text-sm text-muted">
          {session.current ? 'In use now' : `Last used ${at(session.lastUsedAt)}`}
          {` · since ${at(session.startedAt)}`}
        </p>
        {end.isError && (
          <p role="alert" className="mt-1 text-sm text-bad-text">
            {failureMessage(end.error)}
          </p>
        )}
      </div>
      {!session.current && (
        <Button
          aria-label={`End the session of ${name}, last used ${at(session.lastUsedAt)}`}
          busy={end.isPending}
          disabledReason={offlineReason(offline)}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </li>
  )
}

function iconOf(device: string): LucideIcon {
  return /iphone|ipad|android|ios/i.test(device) ? Smartphone : MonitorSmartphone
}
