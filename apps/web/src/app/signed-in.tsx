import { lazy, Suspense, use, useEffect } from 'react'
import { Outlet } from 'react-router'
import { useSnapshot } from 'valtio'
import { Protected } from '../features/session/protected.tsx'
import { UserProvider, useUser } from '../features/session/user-provider.tsx'
import { usePaced } from '../lib/use-paced.ts'
import { useSettled } from '../lib/use-settled.ts'
import { Live } from '../parts/live-context.tsx'
import { useShownPage } from '../parts/page.ts'
import { useApp } from '../parts/parts.tsx'
import { forgetNotices } from '../ui/notify.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { LiveProvider } from './live-provider.tsx'
import { NoOrganization } from './no-organization.tsx'
import { PartsProvider } from './parts-provider.tsx'
import { useCount } from './use-count.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { useFavicon } from './use-favicon.ts'
import { useRouteOrganization } from './use-route-organization.ts'
import { useSignIn } from './use-sign-in.ts'
import { useUnsentGuard } from './use-unsent-guard.ts'

const LaterParts = lazy(async () => ({ default: await fetched() }))

const FETCH_AGAIN_MS = 30_000

/** Sooner or later: nobody asked for it, so nobody is told where it can't be fetched. */
async function fetched() {
  for (;;) {
    try {
      return (await import('./later-parts.tsx')).LaterParts
    } catch {
      await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS))
    }
  }
}

/** What the pages of a signed-in user share: the session, the app state, the calls and the live connection. */
export function Component() {
  return (
    <UserProvider>
      <PartsProvider>
        <Protected>
          <SignedIn />
        </Protected>
      </PartsProvider>
    </UserProvider>
  )
}

function SignedIn() {
  const { mainContext, status } = useApp()
  const { checkSession } = useUser()
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
          <LaterParts />
        </Suspense>
      )}
    </LiveProvider>
  )
}

/** [STATE-08] What was said was about the patients of one organization, to one person. */
function useForgottenNotices(organizationId: string | null): void {
  useEffect(() => (organizationId === null ? undefined : forgetNotices), [organizationId])
}

/** The browser draws its tabs outside of this page, and a sign that flickers tells nothing. */
const TAB_LOOK_MS = 1_000

/** By itself: its number moves with almost every event, and the page is not drawn for that. */
function TabLook() {
  const unread = usePaced(useCount('unreadMessages'), TAB_LOOK_MS)
  useDocumentTitle(useShownPage().title, unread)
  useFavicon(useSettled() ? unread : 0)
  return null
}

/** [SHELL-05] [SHELL-06] */
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
