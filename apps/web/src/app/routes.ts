import { type RouteObject, redirect } from 'react-router'
import { PageError } from './error-page.tsx'
import { pageCode } from './page-code.ts'
import type { PageHandle } from './page-handle.ts'
import { pageRegistry } from './page-registry.tsx'

/** Of the pages that stand in a layout: what breaks in one leaves the layout alone. */
const inLayout = (handle: PageHandle) => ({ handle, ErrorBoundary: PageError })
const inSettings = (title: string) => inLayout({ title, waitsForAppState: true })
const alone = (handle: PageHandle) => ({ handle, ErrorBoundary: pageRegistry['/_error'] })

/** Every screen. Each is a chunk of its own; the session, the state and the live connection come with the first of them. */
export const routes: RouteObject[] = [
  {
    Component: pageRegistry['/_app'],
    HydrateFallback: () => null,
    ErrorBoundary: pageRegistry['/_error'],
    children: [
      { index: true, loader: ({ request }) => redirect(`/inbox${new URL(request.url).search}`) },
      {
        path: 'sign-in',
        ...alone({ title: 'Sign in' }),
        lazy: pageCode(() => import('../features/session/sign-in-page.tsx')),
      },
      {
        path: 'forgot-password',
        ...alone({ title: 'Forgot password' }),
        lazy: pageCode(() => import('../features/session/forgot-password-page.tsx')),
      },
      {
        path: 'reset-password',
        ...alone({ title: 'Set a new password' }),
        lazy: pageCode(() => import('../features/session/reset-password-page.tsx')),
      },
      {
        path: 'invitation',
        ...alone({ title: 'Invitation' }),
        lazy: pageCode(() => import('../features/session/invitation-page.tsx')),
      },
      {
        ErrorBoundary: pageRegistry['/_error'],
        lazy: pageCode(() => import('./signed-in.tsx')),
        children: [
          {
            path: 'inbox',
            ...inLayout({ title: 'Inbox', waitsForAppState: true }),
            lazy: pageCode(() => import('../features/inbox/inbox-page.tsx')),
          },
          {
            path: 'settings',
            ...inLayout({ title: 'Settings' }),
            lazy: pageCode(() => import('./settings-layout.tsx')),
            children: [
              { index: true, loader: ({ request }) => redirect(`/settings/profile${new URL(request.url).search}`) },
              {
                path: 'profile',
                ...inSettings('Profile'),
                lazy: pageCode(() => import('../features/settings/profile/profile-page.tsx')),
              },
              {
                path: 'security',
                ...inSettings('Security'),
                lazy: pageCode(() => import('../features/settings/security/security-page.tsx')),
              },
              {
                path: 'sessions',
                ...inSettings('Sessions'),
                lazy: pageCode(() => import('../features/settings/sessions/sessions-page.tsx')),
              },
              {
                path: 'members',
                ...inSettings('Members'),
                lazy: pageCode(() => import('../features/settings/members/members-page.tsx')),
              },
              {
                path: 'audit',
                ...inSettings('Audit'),
                lazy: pageCode(() => import('../features/settings/audit/audit-page.tsx')),
              },
            ],
          },
        ],
      },
      { path: '*', ...alone({ title: 'Not found' }), Component: pageRegistry['/404'] },
    ],
  },
]
