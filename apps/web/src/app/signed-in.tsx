import { lazy, Suspense, use, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useSnapshot } from 'valtio'
import { Protected } from '../features/session/protected.tsx'
import { UserProvider, useUser } from '../features/session/user-provider.tsx'
import { usePaced } from '../lib/use-paced.ts'
import { useSettled } from '../lib/use-settled.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { Live } from '../parts/live-context.tsx'
import { useShownPage } from '../parts/page.ts'
import { useApp, useServices } from '../parts/services.tsx'
import { forgetNotices } from '../ui/notify.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { LiveProvider } from './live-provider.tsx'
import { localChoices } from './local-choices.ts'
import { NoOrganization } from './no-organization.tsx'
import { ServicesProvider } from './services-provider.tsx'
import { useCount } from './use-count.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { useFavicon } from './use-favicon.ts'
import { useRouteOrganization } from './use-route-organization.ts'
import { useSignIn } from './use-sign-in.ts'
import { useUnsentGuard } from './use-unsent-guard.ts'

const LaterParts = lazy(async () => ({ default: await fetched() }))

const FETCH_AGAIN_MS = 30_000

/** Retries until the code is loaded. The user did not ask for it, so a failure shows nothing. */
async function fetched() {
  for (;;) {
    try {
      return (await import('./later-parts.tsx')).LaterParts
    } catch {
      await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
    }
  }
}

/** The services that all pages of a signed-in user share: session, app state, calls and live connection. */
export function Component() {
  return (
    <UserProvider>
      <ServicesProvider>
        <Protected>
          <SignedIn />
        </Protected>
      </ServicesProvider>
    </UserProvider>
  )
}

function SignedIn() {
  const { mainContext, status } = useApp()
  const { checkSession } = useUser()
  const first = useFirstChoices()
  useSignIn()
  useUnsentGuard()
  useRouteOrganization()
  const { activeOrgId } = useSnapshot(mainContext)
  const { loaded } = useSnapshot(status)
  useForgottenNotices(activeOrgId)
  const settled = useSettled()
  return (
    <LiveProvider organizationId={loaded ? activeOrgId : null} checkSession={checkSession}>
      <TabLook />
      <PageFrame />
      {settled && (
        <Suspense>
          <LaterParts first={first} />
        </Suspense>
      )}
    </LiveProvider>
  )
}

/** The choices with which the page began. The later parts load a while after it, and the user may change them before. */
function useFirstChoices() {
  const { theme } = useServices()
  const { commands } = useKeyboard()
  const { user } = useUser()
  return useState(() => localChoices({ theme, commands, userId: user?._id ?? '' }))[0]
}

/**
 * [STATE-08] Notices are about the patients of one organization and for one person, so they go when the organization
 * changes.
 */
function useForgottenNotices(organizationId: string | null): void {
  useEffect(() => (organizationId === null ? undefined : forgetNotices), [organizationId])
}

/** The browser draws its tabs outside of this page, and a favicon that changes too often is unreadable. */
const TAB_LOOK_MS = 1_000

/** A separate component: its number changes with almost every event, and the page should not rerender for that. */
function TabLook() {
  const unread = usePaced(useCount('unreadMessages'), TAB_LOOK_MS)
  useDocumentTitle(useShownPage().title, unread)
  useFavicon(useSettled() ? unread : 0)
  return null
}

/** [SHELL-05] [SHELL-06] Renders the page in its layout, once the app state is ready for it. */
function PageFrame() {
  const { layout: Layout = DefaultLayout, waitsForAppState } = useShownPage()
  const { mainContext, status } = useApp()
  const { activeOrgId } = useSnapshot(mainContext)
  const { loaded } = useSnapshot(status)
  const live = use(Live)
  const belongsNowhere = loaded && activeOrgId === null
  const waiting = waitsForAppState && !(loaded && live)
  return <Layout>{belongsNowhere ? <NoOrganization /> : waiting ? null : <Outlet />}</Layout>
}
